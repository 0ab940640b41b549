import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { joinReviews } from './resources.ts';

/** Number of people who wait to join; 0 if this person may not decide. */
export function useWaitingCount(): number {
  const { room, self } = useRoom();
  const waiting = useResource(room, joinReviews);
  return self.permissions.has('review_join_requests') ? (waiting?.total ?? 0) : 0;
}

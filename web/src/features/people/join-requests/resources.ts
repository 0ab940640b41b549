import type { JoinReviewsChange, RoomJoinReview } from '@matinee/contract/gen/api.ts';
import { defineResource } from '../../../client/room/resource.ts';

/** The first hundred people who wait to join. */
interface Waiting {
  readonly reviews: readonly RoomJoinReview[];
  readonly total: number;
}

/** `held` after a change; a snapshot replaces it. */
export function mergeWaiting(held: Waiting | undefined, change: JoinReviewsChange, isSnapshot: boolean): Waiting {
  const gone = new Set([...change.gone_ids, ...change.reviews.map(({ id }) => id)]);
  const stay = isSnapshot ? [] : (held?.reviews ?? []).filter(({ id }) => !gone.has(id));
  return { reviews: [...stay, ...change.reviews], total: change.total };
}

export const joinReviews = defineResource({
  observe: 'joinReviews',
  changed: 'joinReviews',
  merge: mergeWaiting,
  resume: 'snapshot',
});

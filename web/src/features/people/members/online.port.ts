import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { onlineMembers } from './resources.ts';

/** How many people are in the room, guests included. */
export function useOnlineCount(): number {
  const { room, info } = useRoom();
  const online = useResource(room, onlineMembers);
  return online ? online.memberCount + online.guestCount : info.online_count;
}

/** True while another person's player plays. */
export function useDoOthersPlay(): boolean {
  const { room, self } = useRoom();
  const online = useResource(room, onlineMembers);
  return [...(online?.members.values() ?? [])].some(({ user_id, state }) => user_id !== self.id && state === 'playing');
}

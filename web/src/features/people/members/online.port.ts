import type { Presence } from '@matinee/contract/gen/api.ts';
import { useResource } from '../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { onlineMembers } from './resources.ts';

/** How many people are in the room, guests included. */
export function useOnlineCount(): number {
  const { room, info } = useRoom();
  const online = useResource(room, onlineMembers);
  return online ? online.memberCount + online.guestCount : info.online_count;
}

/** Whether this person is alone in the room, guests included; undefined: not known yet. */
export function useIsAlone(): boolean | undefined {
  const { room, self } = useRoom();
  const online = useResource(room, onlineMembers);
  return online && online.guestCount === 0 && [...online.members.keys()].every((id) => id === self.id);
}

/** The members who are in the room now, and the number of guests. */
export function usePeopleHere(): { readonly members: readonly Presence[]; readonly guests: number } {
  const { room } = useRoom();
  const online = useResource(room, onlineMembers);
  return { members: [...(online?.members.values() ?? [])], guests: online?.guestCount ?? 0 };
}

/** True while another person's player plays. */
export function useDoOthersPlay(): boolean {
  const { room, self } = useRoom();
  const online = useResource(room, onlineMembers);
  return [...(online?.members.values() ?? [])].some(({ user_id, state }) => user_id !== self.id && state === 'playing');
}

/** How far behind a live stream the room has to be for all players, in milliseconds; undefined: none says so. */
export function liveNeedIn({ resources }: RoomConnection): number | undefined {
  const members = resources.store(onlineMembers).get()?.members.values() ?? [];
  const needs = [...members].flatMap(({ state, live_delay_ms: ms }) =>
    isWatching(state) && ms !== undefined ? ms : [],
  );
  return needs.length > 0 ? Math.max(...needs) : undefined;
}

const isWatching = (state: Presence['state']) => state === 'playing' || state === 'buffering';

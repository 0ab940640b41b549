import type { Presence } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import type { RoomConnection } from '../../../client/room/room.ts';
import { makeStore } from '../../../client/store.ts';
import { liveNeedIn } from './online.port.ts';

const presence = (user_id: string, state: Presence['state'], live_delay_ms?: number): Presence => ({
  ...{ user_id, username: user_id, display_name: user_id, state },
  ...(live_delay_ms === undefined ? {} : { live_delay_ms }),
});
const roomOf = (...members: Presence[]) => {
  const online = { memberCount: members.length, guestCount: 0, isComplete: true };
  const store = makeStore({ ...online, members: new Map(members.map((one) => [one.user_id, one])) });
  return { resources: { store: () => store } } as unknown as RoomConnection;
};

test('[SY88] the room needs as much as the player that needs most, of those that play', () => {
  const [anna, ben] = [presence('anna', 'playing', 600), presence('ben', 'buffering', 1_100)];
  expect(liveNeedIn(roomOf(anna, ben, presence('cleo', 'lost', 4_000), presence('dan', 'playing')))).toBe(1_100);
  expect(liveNeedIn(roomOf(presence('cleo', 'away', 4_000)))).toBeUndefined();
});

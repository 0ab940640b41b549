import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

const register = 'AuthService.RegisterInstantly';
const nameOf = (w: World) => `film_${w.room.slice(-8)}`;

export const instantAccountRows: Row[] = [
  {
    name: '[IA1] somebody who opens the link of a room comes in by a name',
    as: 'anonymous',
    call: register,
    request: (w) => ({ username: nameOf(w), room_id: w.room }),
    expect: { ok: (w) => ({ user: { username: nameOf(w), role: 'user' }, registrationReviewRequired: false }) },
  },
  {
    name: '[IA3] the next of that name gets a number',
    as: 'anonymous',
    call: register,
    request: (w) => ({ username: nameOf(w), room_id: w.room }),
    expect: { ok: (w) => ({ user: { username: `${nameOf(w)}2` } }) },
  },
  {
    name: '[US4] a reserved name gets no number behind it but is refused',
    as: 'anonymous',
    call: register,
    request: (w) => ({ username: 'admin', room_id: w.room }),
    expect: { error: 'users.username_reserved' },
  },
  {
    name: '[IA1] a room that does not exist lets nobody in',
    as: 'anonymous',
    call: register,
    request: (w) => ({ username: nameOf(w), room_id: `room_${'0'.repeat(26)}` }),
    expect: { error: 'rooms.not_found' },
  },
  {
    name: '[IA2] without a room nobody may while the setting is off',
    as: 'anonymous',
    call: register,
    request: (w) => ({ username: nameOf(w) }),
    expect: { error: 'auth.signup_disabled' },
  },
  ...['ab', 'two words', 'x'.repeat(51), '', 'a\u202eb'].map(
    (username): Row => ({
      name: `[IA1] ${JSON.stringify(username.slice(0, 12))} is no name`,
      as: 'anonymous',
      call: register,
      request: (w) => ({ username, room_id: w.room }),
      expect: { error: 'call.invalid_request' },
    }),
  ),
];

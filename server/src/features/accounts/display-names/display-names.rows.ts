import type { Row } from '@matinee/testkit/contract-table.ts';

const set = 'UserService.SetDisplayName';
const register = 'AuthService.RegisterInstantly';

/** Names of people from many places, with their stored form. */
const names: readonly (readonly [typed: string, stored: string])[] = [
  ['李', '李'],
  ['김민', '김민'],
  ['अमित', 'अमित'],
  ['สมชาย ใจดี', 'สมชาย ใจดี'],
  ['ខ្មែរ', 'ខ្មែរ'],
  ['Anna B', 'Anna B'],
  ["O'Neil", "O'Neil"],
  ['Jose\u0301', 'José'],
  ['  Max \u00a0 Mustermann ', 'Max Mustermann'],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['👩\u200d👩\u200d👧'.repeat(12), '👩\u200d👩\u200d👧'.repeat(12)],
  ['🎬', '🎬'],
];

export const displayNameRows: Row[] = [
  ...names.map(
    ([typed, stored]): Row => ({
      name: `[DN1] [DN2] ${JSON.stringify(typed.slice(0, 14))} is a name`,
      as: 'member',
      call: set,
      request: { display_name: typed },
      expect: { ok: (w) => ({ user: { username: w.member.username, display_name: stored } }) },
    }),
  ),
  {
    name: '[DN1] the others see it in the room, with the username',
    as: 'owner',
    call: 'RoomService.GetRoomMembers',
    request: { search: '🎬' },
    expect: { ok: (w) => ({ members: [{ username: w.member.username, display_name: '🎬' }], total: 1 }) },
  },
  {
    name: '[DN6] another account may have the same name',
    as: 'admin',
    call: set,
    request: { display_name: '🎬' },
    expect: { ok: { user: { display_name: '🎬' } } },
  },
  {
    name: '[DN1] without one the account is called by its username again',
    as: 'member',
    call: set,
    request: { display_name: '' },
    expect: { ok: (w) => ({ user: { display_name: w.member.username } }) },
  },
  ...['x'.repeat(33), '🎬'.repeat(33), `a${'\u0301\u0302'.repeat(3)}\u0316`].map(
    (display_name, i): Row => ({
      name: `[DN2] a name that is too long or piled up is refused (${i + 1})`,
      as: 'member',
      call: set,
      request: { display_name },
      expect: { error: i < 2 ? 'display_names.too_long' : 'display_names.too_many_marks' },
    }),
  ),
  ...['  ', 'a\u202eb', 'a\u0000b', '\u3164', '\u200d', 'a\u2028b', 'x'.repeat(129)].map(
    (display_name): Row => ({
      name: `[DN2] ${JSON.stringify(display_name.slice(0, 12))} is no name`,
      as: 'member',
      call: set,
      request: { display_name },
      expect: { error: 'call.invalid_request' },
    }),
  ),
  ...[
    'Admin',
    'A d m i n',
    'The Matinee Team',
    'Аdmin',
    '4dm1n',
    'Sуstem',
    'm\u00f3derator',
    'Support!',
    'deleted_1',
  ].map(
    (display_name): Row => ({
      name: `[DN3] nobody is called ${JSON.stringify(display_name)}`,
      as: 'member',
      call: set,
      request: { display_name },
      expect: { error: 'display_names.reserved' },
    }),
  ),
  {
    name: '[DN3] a name in which such a word is a part is like others',
    as: 'stranger',
    call: set,
    request: { display_name: 'Elihu Root' },
    expect: { ok: { user: { display_name: 'Elihu Root' } } },
  },
  {
    name: '[DN4] who comes in by a display name gets a username in Latin letters',
    as: 'anonymous',
    call: register,
    request: (w) => ({ display_name: `李明 ${w.room.slice(-8)}`, room_id: w.room }),
    expect: {
      ok: (w) => ({ user: { username: `LiMing_${w.room.slice(-8)}`, display_name: `李明 ${w.room.slice(-8)}` } }),
    },
  },
  {
    name: '[DN4] the next of that name gets a number behind the username alone',
    as: 'anonymous',
    call: register,
    request: (w) => ({ display_name: `李明 ${w.room.slice(-8)}`, room_id: w.room }),
    expect: {
      ok: (w) => ({ user: { username: `LiMing_${w.room.slice(-8)}2`, display_name: `李明 ${w.room.slice(-8)}` } }),
    },
  },
  {
    name: '[DN3] nor does a newcomer take the name of who runs the server',
    as: 'anonymous',
    call: register,
    request: (w) => ({ display_name: 'Moderator', room_id: w.room }),
    expect: { error: 'display_names.reserved' },
  },
  {
    name: '[DN4] a newcomer without any name is refused',
    as: 'anonymous',
    call: register,
    request: (w) => ({ room_id: w.room }),
    expect: { error: 'call.invalid_request' },
  },
];

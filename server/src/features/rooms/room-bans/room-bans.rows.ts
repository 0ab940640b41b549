import type { Row } from '@matinee/testkit/contract-table.ts';

const ban = 'RoomService.BanFromRoom';
const lift = 'RoomService.LiftRoomBan';
const list = 'RoomService.ListRoomBans';
const join = 'UserService.JoinRoom';
const add = 'RoomService.AddMember';

export const roomBanRows: Row[] = [
  {
    name: '[RB3] a member bans nobody',
    as: 'member',
    call: ban,
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { error: 'call.missing_permission' },
  },
  ...(['owner', 'admin'] as const).map(
    (whom): Row => ({
      name: `[RB3] an admin does not ban the ${whom}`,
      as: 'admin',
      call: ban,
      request: (w) => ({ user_id: w[whom].id }),
      expect: { error: 'members.rank_too_high' },
    }),
  ),
  {
    name: '[RB3] nor does the creator ban themselves',
    as: 'owner',
    call: ban,
    request: (w) => ({ user_id: w.owner.id }),
    expect: { error: 'members.rank_too_high' },
  },
  {
    name: '[RB3] nor is nobody banned',
    as: 'admin',
    call: ban,
    request: { user_id: `usr_${'0'.repeat(26)}` },
    expect: { error: 'users.not_found' },
  },
  {
    name: 'a ban lasts a minute at least',
    as: 'admin',
    call: ban,
    request: (w) => ({ user_id: w.member.id, duration_seconds: 59 }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[RO14] a reason does not turn the direction of text',
    as: 'admin',
    call: ban,
    request: (w) => ({ user_id: w.member.id, reason: '\u202e' }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[RB1] an admin bans a member',
    as: 'admin',
    call: ban,
    request: (w) => ({ user_id: w.member.id, reason: 'Told the <end>', duration_seconds: 3_600 }),
    expect: {
      ok: (w) => ({ ban: { user_id: w.member.id, reason: 'Told the <end>', banned_by: w.admin.username } }),
    },
  },
  {
    name: '[RB1] who is a member no more',
    as: 'member',
    call: 'UserService.GetRoom',
    expect: { error: 'call.not_a_member' },
  },
  {
    name: '[RB2] and is told why',
    as: 'member',
    call: 'UserService.GetRoomDiscovery',
    request: (w) => ({ room_id: w.room }),
    expect: {
      ok: {
        room: { access: 'UNAVAILABLE', unavailability: 'excluded', ban_reason: 'Told the <end>', can_join: false },
      },
    },
  },
  {
    name: '[RB2] they do not join',
    as: 'member',
    call: join,
    request: (w) => ({ room_id: w.room }),
    expect: { error: 'rooms.not_admitted' },
  },
  {
    name: '[RB2] nor are they added',
    as: 'owner',
    call: add,
    request: (w) => ({ user_id: w.member.id }),
    expect: { error: 'rooms.excluded' },
  },
  {
    name: '[RB2] nor by an administrator of the server',
    as: 'root',
    call: 'AdminService.AddMember',
    request: (w) => ({ room_id: w.room, user_id: w.member.id }),
    expect: { error: 'rooms.excluded' },
  },
  {
    name: '[RB4] another ban replaces the first, without an end',
    as: 'owner',
    call: ban,
    request: (w) => ({ user_id: w.member.id, reason: 'Still' }),
    expect: { ok: { ban: { reason: 'Still' } } },
  },
  {
    name: '[RB3] people who are no members are banned too',
    as: 'owner',
    call: ban,
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { ok: { ban: { reason: '' } } },
  },
  {
    name: '[RB5] bans are listed newest first',
    as: 'admin',
    call: list,
    expect: { ok: (w) => ({ bans: [{ user_id: w.stranger.id }, { user_id: w.member.id }], total: 2 }) },
  },
  {
    name: '[RB5] and found by a part of the name',
    as: 'admin',
    call: list,
    request: (w) => ({ search: w.member.username.slice(2).toUpperCase() }),
    expect: { ok: { total: 1 } },
  },
  {
    name: '[RB5] those of another room are not its own',
    as: 'stranger',
    call: list,
    room: (w) => w.otherRoom,
    expect: { ok: { bans: [], total: 0 } },
  },
  {
    name: '[RB5] nor are they lifted there',
    as: 'stranger',
    call: lift,
    room: (w) => w.otherRoom,
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { error: 'room_bans.not_found' },
  },
  {
    name: '[RB5] a ban is lifted',
    as: 'admin',
    call: lift,
    request: (w) => ({ user_id: w.member.id }),
    expect: { ok: {} },
  },
  {
    name: '[RB5] then there is none',
    as: 'admin',
    call: lift,
    request: (w) => ({ user_id: w.member.id }),
    expect: { error: 'room_bans.not_found' },
  },
  {
    name: '[RB5] and they may come in',
    as: 'member',
    call: join,
    request: (w) => ({ room_id: w.room }),
    expect: { ok: (w) => ({ member: { user_id: w.member.id } }) },
  },
];

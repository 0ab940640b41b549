import type { JsonObject } from '@bufbuild/protobuf';
import { rowsOf } from '@matinee/testkit/contract-rows.ts';
import type { FromWorld, Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

const { works, refused } = rowsOf('AdminService');
const here =
  (more: FromWorld<JsonObject> = {}) =>
  (w: World): JsonObject => ({ room_id: w.room, ...(typeof more === 'function' ? more(w) : more) });
const nowhere: JsonObject = { room_id: `room_${'0'.repeat(26)}` };
const member = here((w) => ({ user_id: w.member.id }));

export const adminRoomRows: Row[] = [
  refused('a user does not look at all rooms', 'owner', 'ListRooms', {}, 'call.admin_only'),
  works(
    '[AR2] a room is found by a part of its name in any case',
    'keeper',
    'ListRooms',
    (w) => ({ search: `OF ${w.owner.username.toUpperCase()}` }),
    (w) => ({
      rooms: [{ room: { id: w.room, creator_username: w.owner.username, member_count: 3 }, owner_active: true }],
      total: 1,
    }),
  ),
  works(
    '[AR2] by its id',
    'keeper',
    'ListRooms',
    (w) => ({ search: w.otherRoom }),
    (w) => ({ rooms: [{ room: { id: w.otherRoom } }], total: 1 }),
  ),
  works('[AR2] and by its creator', 'keeper', 'ListRooms', (w) => ({ creator_id: w.stranger.id }), { total: 1 }),
  works('[AR2] "%" is text and no pattern', 'keeper', 'ListRooms', { search: '%' }, { rooms: [], total: 0 }),
  works('[AR2] nobody is in one', 'keeper', 'ListRooms', { online_only: true }, { rooms: [], total: 0 }),
  works(
    '[AR2] a room whose creator is there is not among those whose creator is gone',
    'keeper',
    'ListRooms',
    (w) => ({ search: w.room, ownerless_only: true }),
    { rooms: [], total: 0 },
  ),
  works('one room', 'keeper', 'GetRoom', here(), (w) => ({ room: { room: { id: w.room } } })),
  refused('there has to be one', 'keeper', 'GetRoom', nowhere, 'rooms.not_found'),
  refused('nor for users', 'owner', 'GetRoom', here(), 'call.admin_only'),

  works('[AR1] the members of a room in which one is not', 'keeper', 'GetRoomMembers', here(), {
    members: [{ role: 'creator' }, { role: 'admin' }, { role: 'member' }],
    total: 3,
  }),
  refused('the members of no room', 'keeper', 'GetRoomMembers', nowhere, 'rooms.not_found'),
  works(
    '[AR1] an administrator makes a member an admin of the room',
    'keeper',
    'UpdateMemberPermissions',
    (w) => ({ ...member(w), role: 'admin' }),
    { member: { role: 'admin' } },
  ),
  refused(
    '[AR1] but not the creator something else',
    'keeper',
    'UpdateMemberPermissions',
    here((w) => ({ user_id: w.owner.id, role: 'member' })),
    'members.rank_too_high',
  ),
  works('[AR1] puts somebody out', 'keeper', 'KickMember', member),
  refused('[AR1] once', 'keeper', 'KickMember', member, 'members.not_found'),
  refused(
    '[AR1] not the creator',
    'keeper',
    'KickMember',
    here((w) => ({ user_id: w.owner.id })),
    'members.rank_too_high',
  ),
  works('[AR1] and takes them in again', 'keeper', 'AddMember', member, (w) => ({
    member: { user_id: w.member.id, role: 'member' },
  })),
  refused('[AR1] who then is a member already', 'keeper', 'AddMember', member, 'members.already_member'),
  refused(
    'a member has an account',
    'keeper',
    'AddMember',
    here({ user_id: `usr_${'0'.repeat(26)}` }),
    'users.not_found',
  ),
  refused(
    'and no higher role',
    'keeper',
    'AddMember',
    (w) => ({ ...member(w), role: 'creator' }),
    'call.invalid_request',
  ),

  works('settings of a room', 'keeper', 'GetRoomSettings', here(), { settings: { wait_seconds: 8 }, version: 1 }),
  works('[AR1] changed', 'keeper', 'UpdateRoomSettings', here({ settings: { wait_seconds: 3, max_members: 3 } }), {
    settings: { wait_seconds: 3 },
    version: 2,
  }),
  refused(
    '[AR1] on the version that they have',
    'keeper',
    'UpdateRoomSettings',
    here({ settings: { wait_seconds: 4 }, expected_version: 1 }),
    'rooms.version_conflict',
  ),
  refused(
    '[AR1] a full room takes nobody in',
    'keeper',
    'AddMember',
    here((w) => ({ user_id: w.stranger.id })),
    'rooms.not_admitted',
  ),
  refused(
    '[AR5] the limits of the server hold',
    'keeper',
    'UpdateRoomSettings',
    here({ settings: { max_members: 10_000 } }),
    'rooms.too_many_members',
  ),
  works('[AR1] back to the defaults', 'keeper', 'ResetRoomSettings', here(), {
    settings: { wait_seconds: 8 },
    version: 3,
  }),
  works('[RO13] a password', 'keeper', 'UpdateRoomPassword', here({ password: 'pass word' }), {
    room: { room: { has_password: true } },
  }),
  {
    name: '[RO13] is asked for',
    as: 'stranger',
    call: 'UserService.JoinRoom',
    request: (w) => ({ room_id: w.room, password: 'guess' }),
    expect: { error: 'rooms.wrong_password' },
  },
  works('[RO13] and is taken away', 'keeper', 'UpdateRoomPassword', here(), {
    room: { room: { has_password: false } },
  }),
  refused('a short one', 'keeper', 'UpdateRoomPassword', here({ password: 'abc' }), 'call.invalid_request'),
  refused('one for no room', 'keeper', 'UpdateRoomPassword', { ...nowhere, password: 'pass word' }, 'rooms.not_found'),

  {
    ...works(
      '[AR5] a room for a user',
      'keeper',
      'CreateRoom',
      (w) => ({ user_id: w.member.id, room: { name: 'A present' } }),
      (w) => ({ room: { room: { name: 'A present', creator_id: w.member.id, member_count: 1 } } }),
    ),
    keep: { present: 'room.room.id' },
  },
  refused(
    'a room needs a name',
    'keeper',
    'CreateRoom',
    (w) => ({ user_id: w.member.id, room: { name: '' } }),
    'call.invalid_request',
  ),
  refused(
    'and a creator',
    'keeper',
    'CreateRoom',
    { user_id: `usr_${'0'.repeat(26)}`, room: { name: 'x' } },
    'users.not_found',
  ),

  works('[RO24] a room is closed for its creator', 'keeper', 'CloseRoom', here(), {
    room: { room: { status: 'closed' } },
  }),
  refused('[RO24] but not by users', 'owner', 'CloseRoom', here(), 'call.admin_only'),
  refused('[RO24] there has to be one to close', 'keeper', 'CloseRoom', nowhere, 'rooms.not_found'),
  works('[RO24] and opened again', 'keeper', 'ReopenRoom', here(), { room: { room: { status: 'active' } } }),
  refused('[RO24] there has to be one to open', 'keeper', 'ReopenRoom', nowhere, 'rooms.not_found'),
  refused('[RO24] which users do not', 'stranger', 'ReopenRoom', here(), 'call.admin_only'),
  works('[AR3] a room is banned', 'keeper', 'BanRoom', here({ reason: 'Pirate films' }), (w) => ({
    room: {
      room: { id: w.room, status: 'banned' },
      ban: { target: 'room', target_id: w.room, reason: 'Pirate films', actor_name: w.keeper.username },
    },
  })),
  {
    name: '[RO12] its page says why',
    as: 'stranger',
    call: 'UserService.GetRoomDiscovery',
    request: (w) => ({ room_id: w.room }),
    expect: { ok: { room: { access: 'UNAVAILABLE', unavailability: 'banned', ban_reason: 'Pirate films' } } },
  },
  {
    name: '[ME11] its members cannot be in it',
    as: 'owner',
    call: 'UserService.GetRoom',
    expect: { error: 'rooms.banned' },
  },
  {
    name: '[RO12] nobody comes in',
    as: 'stranger',
    call: 'UserService.JoinRoom',
    request: (w) => ({ room_id: w.room }),
    expect: { error: 'rooms.not_admitted' },
  },
  works('[AR2] the banned ones', 'keeper', 'ListRooms', (w) => ({ status: 'banned', search: w.room }), { total: 1 }),
  works('[BA1] a second ban replaces the reason', 'keeper', 'BanRoom', here({ reason: 'Worse' }), {
    room: { ban: { reason: 'Worse' } },
  }),
  works('[AR3] lifted', 'keeper', 'UnbanRoom', here(), { room: { room: { status: 'active' } } }),
  refused('[AR3] once', 'keeper', 'UnbanRoom', here(), 'rooms.not_banned'),
  {
    name: '[AR3] the room is there again',
    as: 'owner',
    call: 'UserService.GetRoom',
    expect: { ok: { role: 'creator' } },
  },
  works(
    '[AR4] many at once',
    'keeper',
    'BatchBanRooms',
    (w) => ({ room_ids: [w.otherRoom, nowhere.room_id as string], reason: 'A wave' }),
    (w) => ({
      succeeded_ids: [w.otherRoom],
      failures: [{ id: nowhere.room_id as string, code: 'rooms.not_found' }],
    }),
  ),
  works(
    '[AR4] many are deleted at once',
    'keeper',
    'BatchDeleteRooms',
    (w) => ({ room_ids: [w.otherRoom] }),
    (w) => ({
      succeeded_ids: [w.otherRoom],
      failures: [],
    }),
  ),
  works('a room is deleted', 'keeper', 'DeleteRoom', here()),
  refused('once', 'keeper', 'DeleteRoom', here(), 'rooms.not_found'),
];

import type { JsonObject } from '@bufbuild/protobuf';
import { rowsOf } from '@matinee/testkit/contract-rows.ts';
import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

const password = 'Correct-horse-7';
const nameOf = (w: World, name: string) => `${name}_${w.room.slice(-12)}`;

const { works, refused } = rowsOf('AdminService');
const on =
  (who: 'root' | 'keeper' | 'owner' | 'admin' | 'member' | 'stranger', more: JsonObject = {}) =>
  (w: World): JsonObject => ({ user_id: w[who].id, ...more });
const made =
  (more: JsonObject = {}) =>
  (w: World): JsonObject => ({ user_id: w.kept.made!, ...more });
const nobody: JsonObject = { user_id: `usr_${'0'.repeat(26)}` };
const signIn = (name: string, who: string, expect: Row['expect']): Row => ({
  name,
  as: 'anonymous',
  call: 'AuthService.LoginWithDirectPassword',
  request: (w) => ({ username: nameOf(w, who), password }),
  expect,
});

export const adminUserRows: Row[] = [
  refused('a user does not look at accounts', 'owner', 'ListUsers', {}, 'call.admin_only'),
  refused('nor does anybody without a token', 'anonymous', 'ListUsers', {}, 'call.unauthenticated'),
  works(
    '[AM10] an account is found by a part of its name in any case',
    'keeper',
    'ListUsers',
    (w) => ({ search: w.member.username.slice(2).toUpperCase() }),
    (w) => ({
      users: [
        {
          user: { id: w.member.id, username: w.member.username, role: 'user' },
          status: 'active',
          has_password: true,
          room_count: 0,
          session_count: 1,
        },
      ],
      total: 1,
    }),
  ),
  works(
    '[AM10] and by its id',
    'keeper',
    'ListUsers',
    (w) => ({ search: w.owner.id }),
    (w) => ({ users: [{ user: { id: w.owner.id }, room_count: 1 }], total: 1 }),
  ),
  ...['%', '\\', "' or 1=1 --"].map((search) =>
    works(`[AM10] ${JSON.stringify(search)} is text and no pattern`, 'keeper', 'ListUsers', { search }, { total: 0 }),
  ),
  works('one account', 'keeper', 'GetUser', on('owner'), (w) => ({ user: { user: { id: w.owner.id } } })),
  refused('there has to be one', 'keeper', 'GetUser', nobody, 'users.not_found'),
  works('the rooms of an account', 'keeper', 'GetUserRooms', on('admin'), (w) => ({
    rooms: [{ room: { id: w.room }, role: 'admin' }],
    total: 1,
  })),
  refused('the rooms of nobody', 'keeper', 'GetUserRooms', nobody, 'users.not_found'),

  {
    ...works(
      '[AM3] an administrator makes an account',
      'keeper',
      'CreateUser',
      (w) => ({ username: nameOf(w, 'made'), password }),
      (w) => ({ user: { user: { username: nameOf(w, 'made'), role: 'user' }, status: 'active', session_count: 0 } }),
    ),
    keep: { made: 'user.user.id' },
  },
  works(
    '[US4] and one with a reserved name',
    'keeper',
    'CreateUser',
    (w) => ({ username: `guest_${w.room.slice(-12)}`, password }),
    (w) => ({ user: { user: { username: `guest_${w.room.slice(-12)}` } } }),
  ),
  works(
    '[AM3] and gives it an address',
    'keeper',
    'CreateUser',
    (w) => ({ username: nameOf(w, 'mailed'), password, email: `${nameOf(w, 'mailed')}@example.org` }),
    (w) => ({ user: { email: `${nameOf(w, 'mailed')}@example.org` } }),
  ),
  refused(
    '[AM3] which has to be one',
    'keeper',
    'CreateUser',
    (w) => ({ username: nameOf(w, 'nomail'), password, email: 'a@b@c' }),
    'emails.invalid_address',
  ),
  refused(
    '[AM3] that nobody else has, in any case',
    'keeper',
    'CreateUser',
    (w) => ({ username: nameOf(w, 'nomail'), password, email: `${nameOf(w, 'MAILED')}@EXAMPLE.org` }),
    'emails.address_taken',
  ),
  works(
    '[AM10] an account is found by its address',
    'keeper',
    'ListUsers',
    (w) => ({ search: `${nameOf(w, 'mailed')}@` }),
    { total: 1 },
  ),
  signIn('[AM3] with which one signs in', 'made', { ok: (w) => ({ user: { id: w.kept.made! } }) }),
  refused(
    '[AM3] a name that is taken, in any case, is refused',
    'keeper',
    'CreateUser',
    (w) => ({ username: nameOf(w, 'MADE'), password }),
    'users.username_taken',
  ),
  refused(
    '[AM3] a password has to fit the policy',
    'keeper',
    'CreateUser',
    (w) => ({ username: nameOf(w, 'weak'), password: 'correct-horse-7' }),
    'auth.weak_password',
  ),
  refused(
    '[AM1] an admin makes no administrator',
    'keeper',
    'CreateUser',
    (w) => ({ username: nameOf(w, 'high'), password, role: 'admin' }),
    'users.role_too_high',
  ),
  works('[AM1] a root does', 'root', 'CreateUser', (w) => ({ username: nameOf(w, 'high'), password, role: 'admin' }), {
    user: { user: { role: 'admin' } },
  }),

  works(
    'another name',
    'keeper',
    'UpdateUserUsername',
    (w) => made({ username: nameOf(w, 'new') })(w),
    (w) => ({
      user: { user: { username: nameOf(w, 'new') } },
    }),
  ),
  refused(
    'not that of somebody else',
    'keeper',
    'UpdateUserUsername',
    (w) => made({ username: w.owner.username.toUpperCase() })(w),
    'users.username_taken',
  ),
  refused(
    '[AM1] nor another name for a root',
    'keeper',
    'UpdateUserUsername',
    on('root', { username: 'nobody' }),
    'users.rank_too_high',
  ),

  works('[AM8] another password', 'keeper', 'SetUserPassword', made({ password: 'Other-horse-8' }), {
    user: { session_count: 0 },
  }),
  signIn('[AM8] the old one fits no more', 'new', { error: 'auth.invalid_credentials' }),
  refused('[AM8] a weak one', 'keeper', 'SetUserPassword', made({ password: 'weak-horse-8' }), 'auth.weak_password'),
  refused(
    '[AM1] not for an equal',
    'keeper',
    'SetUserPassword',
    on('root', { password: 'Other-horse-8' }),
    'users.rank_too_high',
  ),
  refused(
    '[AM2] not for oneself',
    'root',
    'SetUserPassword',
    on('root', { password: 'Other-horse-8' }),
    'users.not_yourself',
  ),

  refused(
    '[AM1] an admin gives no high roles',
    'keeper',
    'UpdateUserRole',
    made({ role: 'admin' }),
    'users.role_too_high',
  ),
  refused('[AM1] and takes none', 'keeper', 'UpdateUserRole', on('root', { role: 'user' }), 'users.rank_too_high'),
  refused('a role has to be named', 'keeper', 'UpdateUserRole', made(), 'call.invalid_request'),
  refused('[AM2] the last root stays', 'root', 'UpdateUserRole', on('root', { role: 'user' }), 'users.last_root'),
  works('[AM1] a root gives any role', 'root', 'UpdateUserRole', made({ role: 'root' }), {
    user: { user: { role: 'root' } },
  }),
  works('[AM1] and takes it', 'root', 'UpdateUserRole', made({ role: 'user' }), { user: { user: { role: 'user' } } }),

  refused('[AM1] an admin makes no admins', 'keeper', 'AddAdmin', made(), 'call.admin_only'),
  works('a root does', 'root', 'AddAdmin', made(), { user: { user: { role: 'admin' } } }),
  refused('once', 'root', 'AddAdmin', made(), 'users.already_admin'),
  works('the administrators', 'root', 'ListAdmins', {}),
  refused('only roots see them', 'keeper', 'ListAdmins', {}, 'call.admin_only'),
  refused('[AM1] an admin does not ban another one', 'keeper', 'BanUser', made(), 'users.rank_too_high'),
  works('back to a user', 'root', 'RemoveAdmin', made(), { user: { user: { role: 'user' } } }),
  refused('who is none', 'root', 'RemoveAdmin', made(), 'users.not_admin'),
  refused('[AM2] the last root stays a root', 'root', 'RemoveAdmin', on('root'), 'users.last_root'),
  refused('an admin takes away no admins', 'keeper', 'RemoveAdmin', made(), 'call.admin_only'),

  works('[AM6] a ban', 'keeper', 'BanUser', on('owner', { reason: 'Spam' }), (w) => ({
    user: {
      user: { id: w.owner.id },
      status: 'banned',
      session_count: 0,
      ban: { target: 'user', reason: 'Spam', actor_id: w.keeper.id, actor_name: w.keeper.username },
    },
  })),
  {
    name: '[AM6] ends the session',
    as: 'owner',
    call: 'UserService.GetProfile',
    expect: { error: 'auth.invalid_token' },
  },
  {
    name: '[AM6] and lets nobody sign in',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.owner.username, password }),
    expect: { error: 'auth.banned' },
  },
  {
    name: '[AM6] the room is unavailable, and says so',
    as: 'stranger',
    call: 'UserService.GetRoomDiscovery',
    request: (w) => ({ room_id: w.room }),
    expect: { ok: { room: { access: 'UNAVAILABLE', can_join: false, unavailability: 'owner_inactive' } } },
  },
  {
    name: '[ME11] members hear why they cannot be in it',
    as: 'member',
    call: 'UserService.GetRoom',
    expect: { error: 'rooms.owner_inactive' },
  },
  {
    name: '[ME11] strangers are strangers',
    as: 'stranger',
    call: 'RoomService.GetRoomSettings',
    expect: { error: 'call.not_a_member' },
  },
  works('[AM10] the banned ones', 'keeper', 'ListUsers', (w) => ({ status: 'banned', search: w.owner.username }), {
    total: 1,
  }),
  works(
    '[AM10] are not among the active ones',
    'keeper',
    'ListUsers',
    (w) => ({ status: 'active', search: w.owner.username }),
    {
      total: 0,
    },
  ),
  works(
    '[BA1] a second ban replaces the first',
    'root',
    'BanUser',
    on('owner', { reason: 'Much spam', until: '2999-01-01T00:00:00Z' }),
    { user: { ban: { reason: 'Much spam', until: '2999-01-01T00:00:00Z' } } },
  ),
  works('[BA3] both are on record', 'keeper', 'ListBanRecords', (w) => ({ target_id: w.owner.id }), {
    bans: [{ reason: 'Much spam' }, { reason: 'Spam', lifted_by_name: 'root' }],
    total: 2,
  }),
  works('[BA3] one is in force', 'keeper', 'ListBanRecords', (w) => ({ target_id: w.owner.id, active_only: true }), {
    bans: [{ reason: 'Much spam' }],
    total: 1,
  }),
  refused('only administrators see bans', 'member', 'ListBanRecords', {}, 'call.admin_only'),
  works('[AM7] lifted', 'keeper', 'UnbanUser', on('owner'), { user: { status: 'active' } }),
  refused('[AM7] once', 'keeper', 'UnbanUser', on('owner'), 'users.not_banned'),
  {
    name: '[AM7] the room is there again',
    as: 'member',
    call: 'UserService.GetRoom',
    expect: { ok: { role: 'member' } },
  },
  refused('[AM2] nobody bans themselves', 'keeper', 'BanUser', on('keeper'), 'users.not_yourself'),
  refused(
    'a ban ends in the future',
    'keeper',
    'BanUser',
    on('owner', { until: '2020-01-01T00:00:00Z' }),
    'users.ban_in_past',
  ),
  works(
    '[AM9] many at once',
    'keeper',
    'BatchBanUsers',
    (w) => ({ user_ids: [w.kept.made!, w.root.id, w.keeper.id], reason: 'A wave' }),
    (w) => ({
      succeeded_ids: [w.kept.made!],
      failures: [
        { id: w.root.id, code: 'users.rank_too_high' },
        { id: w.keeper.id, code: 'users.not_yourself' },
      ],
    }),
  ),
  refused('nobody at once', 'keeper', 'BatchBanUsers', { user_ids: [] }, 'call.invalid_request'),

  refused('[AM1] only roots delete', 'keeper', 'DeleteUser', on('stranger'), 'call.admin_only'),
  refused('[AM2] not themselves', 'root', 'DeleteUser', on('root'), 'users.not_yourself'),
  works('[AM4] an account is deleted', 'root', 'DeleteUser', on('member'), { user: { status: 'deleted' } }),
  {
    name: '[AM4] and signed out',
    as: 'member',
    call: 'UserService.GetProfile',
    expect: { error: 'auth.invalid_token' },
  },
  {
    name: '[AM4] nobody signs in to it',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.member.username, password }),
    expect: { error: 'auth.invalid_credentials' },
  },
  {
    name: '[ME10] its rooms are without it',
    as: 'admin',
    call: 'RoomService.GetRoomMembers',
    expect: { ok: { members: [{ role: 'creator' }, { role: 'admin' }], total: 2 } },
  },
  refused('what is deleted is not deleted again', 'root', 'DeleteUser', on('member'), 'users.deleted'),
  refused('nor banned', 'keeper', 'BanUser', on('member'), 'users.deleted'),
  works('[AM10] the deleted ones', 'keeper', 'ListUsers', (w) => ({ status: 'deleted', search: w.member.username }), {
    total: 1,
  }),
  works('[AM10] are not among all the others', 'keeper', 'ListUsers', (w) => ({ search: w.member.username }), {
    total: 0,
  }),
  works(
    '[AM4] others can take the name',
    'keeper',
    'CreateUser',
    (w) => ({ username: w.member.username, password }),
    (w) => ({ user: { user: { username: w.member.username } } }),
  ),
  refused('[AM5] then it cannot come back as it was', 'root', 'RestoreUser', on('member'), 'users.username_taken'),
  works(
    '[AM5] but with another name',
    'root',
    'RestoreUser',
    (w) => on('member', { username: nameOf(w, 'back') })(w),
    (w) => ({ user: { user: { id: w.member.id, username: nameOf(w, 'back') }, status: 'active' } }),
  ),
  refused('[AM5] once', 'root', 'RestoreUser', on('member'), 'users.not_deleted'),
  refused('[AM5] by a root', 'keeper', 'RestoreUser', on('member'), 'call.admin_only'),
  {
    name: '[ME10] its rooms have it back',
    as: 'admin',
    call: 'RoomService.GetRoomMembers',
    expect: { ok: { total: 3 } },
  },
  works(
    '[AM9] many are deleted at once',
    'root',
    'BatchDeleteUsers',
    (w) => ({ user_ids: [w.kept.made!, `usr_${'0'.repeat(26)}`] }),
    (w) => ({
      succeeded_ids: [w.kept.made!],
      failures: [{ id: `usr_${'0'.repeat(26)}`, code: 'users.not_found' }],
    }),
  ),
  refused('by roots', 'keeper', 'BatchDeleteUsers', (w) => ({ user_ids: [w.kept.made!] }), 'call.admin_only'),
];

import type { Row } from '@matinee/testkit/contract-table.ts';

const transfer = 'RoomService.TransferRoomOwnership';
const transferAny = 'AdminService.TransferRoomOwnership';

const choose = 'RoomSuccessionService.PutRoomSuccession';

/** These run while the owner still owns the room. */
const successionRows: Row[] = [
  {
    name: '[OWN5] an admin does not choose who gets the room',
    as: 'admin',
    call: choose,
    request: (w) => ({ heir_id: w.admin.id }),
    expect: { error: 'rooms.not_creator' },
  },
  {
    name: '[OWN5] nobody names a stranger',
    as: 'owner',
    call: choose,
    request: (w) => ({ heir_id: w.stranger.id }),
    expect: { error: 'members.not_found' },
  },
  {
    name: '[OWN5] nor themselves',
    as: 'owner',
    call: choose,
    request: (w) => ({ heir_id: w.owner.id }),
    expect: { error: 'room_ownership.own_already' },
  },
  {
    name: '[OWN8] nor more than a year of absence',
    as: 'owner',
    call: choose,
    request: { away_days: 366 },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[OWN5] the creator names a member',
    as: 'owner',
    call: choose,
    request: (w) => ({ heir_id: w.member.id, away_days: 30 }),
    expect: {
      ok: (w) => ({
        succession: { named: { user_id: w.member.id }, away_days: 30, next: { user_id: w.member.id } },
      }),
    },
  },
  {
    name: '[OWN9] who reads it',
    as: 'member',
    call: 'RoomSuccessionService.GetRoomSuccession',
    expect: { ok: (w) => ({ succession: { named: { user_id: w.member.id } } }) },
  },
  {
    name: '[OWN9] and declines',
    as: 'member',
    call: 'RoomSuccessionService.DeclineRoomSuccession',
    expect: { ok: {} },
  },
  {
    name: '[OWN5] then an admin would get it',
    as: 'owner',
    call: 'RoomSuccessionService.GetRoomSuccession',
    expect: { ok: (w) => ({ succession: { next: { user_id: w.admin.id } } }) },
  },
  {
    name: '[OWN5] an admin does not take the choice back',
    as: 'admin',
    call: 'RoomSuccessionService.ClearRoomSuccession',
    expect: { error: 'rooms.not_creator' },
  },
  {
    name: '[OWN6] the admins leave',
    as: 'admin',
    call: 'RoomService.LeaveRoom',
    expect: { ok: {} },
  },
  { name: '[OWN6] both of them', as: 'member', call: 'RoomService.LeaveRoom', expect: { ok: {} } },
  {
    name: '[OWN6] without whom the creator stays',
    as: 'owner',
    call: 'RoomService.LeaveRoom',
    expect: { error: 'room_ownership.no_heir' },
  },
  {
    name: '[OWN5] the creator takes the choice back',
    as: 'owner',
    call: 'RoomSuccessionService.ClearRoomSuccession',
    expect: { ok: {} },
  },
];

export const roomOwnershipRows: Row[] = [
  {
    name: '[OWN1] an admin does not take the room',
    as: 'admin',
    call: transfer,
    request: (w) => ({ user_id: w.admin.id }),
    expect: { error: 'rooms.not_creator' },
  },
  {
    name: '[OWN1] a stranger does not get it',
    as: 'owner',
    call: transfer,
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { error: 'members.not_found' },
  },
  {
    name: '[OWN1] nor to somebody who there is not',
    as: 'owner',
    call: 'RoomService.TransferRoomOwnership',
    request: { user_id: `usr_${'0'.repeat(26)}` },
    expect: { error: 'members.not_found' },
  },
  {
    name: '[OWN1] nor does the creator themselves',
    as: 'owner',
    call: transfer,
    request: (w) => ({ user_id: w.owner.id }),
    expect: { error: 'room_ownership.own_already' },
  },
  {
    name: '[OWN1] the creator gives it to a member',
    as: 'owner',
    call: transfer,
    request: (w) => ({ user_id: w.member.id }),
    expect: { ok: (w) => ({ member: { user_id: w.member.id, role: 'creator' } }) },
  },
  {
    name: '[OWN1] who is the creator now',
    as: 'member',
    call: 'UserService.GetRoom',
    expect: { ok: (w) => ({ room: { creator_id: w.member.id }, role: 'creator' }) },
  },
  {
    name: '[OWN1] and the former one an admin',
    as: 'owner',
    call: 'UserService.GetRoom',
    expect: { ok: { role: 'admin' } },
  },
  {
    name: '[OWN1] who does not give it a second time',
    as: 'owner',
    call: transfer,
    request: (w) => ({ user_id: w.admin.id }),
    expect: { error: 'rooms.not_creator' },
  },
  {
    name: '[OWN4] the new one is notified',
    as: 'member',
    call: 'NotificationService.ListNotifications',
    expect: {
      ok: (w) => ({ notifications: [{ role_changed: { role: 'creator' }, actor: { user_id: w.owner.id } }] }),
    },
  },
  {
    name: '[OWN3] users do not transfer the rooms of others',
    as: 'owner',
    call: transferAny,
    request: (w) => ({ room_id: w.room, user_id: w.owner.id }),
    expect: { error: 'call.admin_only' },
  },
  {
    name: '[OWN3] an administrator does',
    as: 'root',
    call: transferAny,
    request: (w) => ({ room_id: w.room, user_id: w.owner.id }),
    expect: { ok: (w) => ({ member: { user_id: w.owner.id, role: 'creator' } }) },
  },
  ...successionRows,
];

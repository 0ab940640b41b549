import type { Row } from '@matinee/testkit/contract-table.ts';

const nowhere = `room_${'0'.repeat(26)}`;

export const roomRows: Row[] = [
  {
    name: '[RO1] a user creates a room',
    as: 'owner',
    call: 'UserService.CreateRoom',
    request: { name: ' Film night ', description: 'Fridays', visibility: 'hidden', password: 'pass word' },
    expect: {
      ok: (w) => ({
        room: { name: 'Film night', creator_id: w.owner.id, has_password: true, member_count: 1, version: 1 },
      }),
    },
    keep: { locked: 'room.id' },
  },
  {
    name: '[RO1] nobody creates a room without an account',
    as: 'anonymous',
    call: 'UserService.CreateRoom',
    request: { name: 'Film night' },
    expect: { error: 'call.unauthenticated' },
  },
  ...['', 'x'.repeat(101), 'two\nlines', 'bell\u0007', '   ', '\u00a0\u2003', '\u200b', '\u202e'].map(
    (name): Row => ({
      name: `[RO14] ${JSON.stringify(name.slice(0, 12))} is no name of a room`,
      as: 'owner',
      call: 'UserService.CreateRoom',
      request: { name },
      expect: { error: 'call.invalid_request' },
    }),
  ),
  {
    name: '[RO14] nor does a room get a blank one later',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: {}, name: '   ' },
    expect: { error: 'call.invalid_request' },
  },
  ...[
    { guest_permissions: { added: ['send_chat_messages'] } },
    { member_permissions: { added: ['delete_room'] } },
    { admin_permissions: { added: ['delete_room'] } },
  ].map(
    (settings): Row => ({
      name: `[ME3] [ME4] a room cannot grant ${JSON.stringify(settings)}`,
      as: 'owner',
      call: 'RoomService.UpdateRoomSettings',
      request: { settings },
      expect: { error: 'call.invalid_request' },
    }),
  ),
  {
    name: 'a room does not get more members than the server allows',
    as: 'owner',
    call: 'UserService.CreateRoom',
    request: { name: 'Huge', settings: { max_members: 101 } },
    expect: { error: 'rooms.too_many_members' },
  },
  {
    name: 'join requests are not offered yet',
    as: 'owner',
    call: 'UserService.CreateRoom',
    request: { name: 'On request', settings: { require_approval: true } },
    expect: { error: 'rooms.not_offered' },
  },
  {
    name: '[RO4] a member sees the room, its settings and the own permissions',
    as: 'member',
    call: 'UserService.GetRoom',
    expect: {
      ok: (w) => ({
        room: { id: w.room, member_count: 3, status: 'active' },
        settings: { automatic_join: true, max_members: 100, wait_seconds: 8, wait_quorum_percent: 80 },
        role: 'member',
        permissions: [
          'send_chat_messages',
          'manage_own_media',
          'browse_library',
          'view_members',
          'view_chat_history',
          'use_voice_chat',
          'use_p2p_media',
        ],
      }),
    },
  },
  {
    name: '[RO4] a stranger does not',
    as: 'stranger',
    call: 'UserService.GetRoom',
    expect: { error: 'call.not_a_member' },
  },
  {
    name: 'a room that does not exist is not found',
    as: 'owner',
    call: 'UserService.GetRoom',
    room: nowhere,
    expect: { error: 'rooms.not_found' },
  },
  {
    name: '[RO10] the own rooms are listed',
    as: 'member',
    call: 'UserService.ListMyRooms',
    expect: {
      ok: (w) => ({ rooms: [{ room: { id: w.room }, access: 'ENTER', can_join: false, joined: true }], total: 1 }),
    },
  },
  {
    name: '[RO8] the feed without an account',
    as: 'anonymous',
    call: 'UserService.DiscoverRooms',
    request: (w) => ({ search: w.owner.username.toUpperCase(), page_size: 100 }),
    expect: {
      ok: (w) => ({
        featured_rooms: [],
        rooms: [{ room: { id: w.room }, access: 'SIGN_IN', can_join: false }],
        total: 1,
      }),
    },
  },
  {
    name: '[RO5] the card says what somebody may do: join',
    as: 'stranger',
    call: 'UserService.GetRoomDiscovery',
    request: (w) => ({ room_id: w.room }),
    expect: { ok: (w) => ({ room: { room: { id: w.room }, access: 'JOIN', can_join: true, joined: false } }) },
  },
  {
    name: '[RO9] the card of a hidden room is there for those with the link',
    as: 'stranger',
    call: 'UserService.GetRoomDiscovery',
    request: (w) => ({ room_id: w.kept.locked! }),
    expect: { ok: { room: { access: 'PASSWORD', can_join: true } } },
  },
  {
    name: 'the card of no room is not found',
    as: 'anonymous',
    call: 'UserService.GetRoomDiscovery',
    request: { room_id: nowhere },
    expect: { error: 'rooms.not_found' },
  },
  {
    name: '[RO11] a room with a password wants it',
    as: 'stranger',
    call: 'UserService.JoinRoom',
    request: (w) => ({ room_id: w.kept.locked! }),
    expect: { error: 'rooms.wrong_password' },
  },
  {
    name: '[RO11] a wrong password is refused',
    as: 'stranger',
    call: 'UserService.JoinRoom',
    request: (w) => ({ room_id: w.kept.locked!, password: 'password' }),
    expect: { error: 'rooms.wrong_password' },
  },
  {
    name: '[RO11] the right one lets in',
    as: 'stranger',
    call: 'UserService.JoinRoom',
    request: (w) => ({ room_id: w.kept.locked!, password: 'pass word' }),
    expect: { ok: (w) => ({ member: { user_id: w.stranger.id, role: 'member', version: 1 } }) },
  },
  {
    name: '[RO5] who is in already comes in again',
    as: 'stranger',
    call: 'UserService.JoinRoom',
    request: (w) => ({ room_id: w.kept.locked! }),
    expect: { ok: (w) => ({ member: { user_id: w.stranger.id } }) },
  },
  {
    name: 'settings are there for members',
    as: 'member',
    call: 'RoomService.GetRoomSettings',
    expect: { ok: { settings: { chat_enabled: true, control: 'hosts', auto_play: 'sequential' }, version: 1 } },
  },
  {
    name: '[RO6] only what is named changes',
    as: 'admin',
    call: 'RoomService.UpdateRoomSettings',
    request: {
      settings: { automatic_join: false, member_permissions: { removed: ['use_voice_chat'] } },
      name: 'New name',
      expected_version: 1,
    },
    expect: {
      ok: {
        settings: { automatic_join: false, chat_enabled: true, member_permissions: { removed: ['use_voice_chat'] } },
        version: 2,
      },
    },
  },
  {
    name: '[RO6] an older version is refused',
    as: 'admin',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { chat_enabled: false }, expected_version: 1 },
    expect: { error: 'rooms.version_conflict' },
  },
  {
    name: '[RO6] a member does not change settings',
    as: 'member',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { chat_enabled: false } },
    expect: { error: 'call.missing_permission' },
  },
  {
    name: '[RO5] a room that people are added to is not joined',
    as: 'stranger',
    call: 'UserService.JoinRoom',
    request: (w) => ({ room_id: w.room }),
    expect: { error: 'rooms.not_admitted' },
  },
  {
    name: 'the settings are watched',
    as: 'member',
    call: 'RoomService.WatchRoomSettings',
    expect: { ok: { change: { room: { name: 'New name' }, settings: { automatic_join: false } } } },
  },
  {
    name: '[RO6] a reset brings the defaults back',
    as: 'owner',
    call: 'RoomService.ResetRoomSettings',
    expect: { ok: { settings: { automatic_join: true }, version: 3 } },
  },
  {
    name: '[RO7] an admin does not delete the room',
    as: 'admin',
    call: 'RoomService.DeleteRoom',
    expect: { error: 'rooms.not_creator' },
  },
  { name: '[RO7] its creator does', as: 'owner', call: 'RoomService.DeleteRoom', expect: { ok: {} } },
  { name: '[RO7] then it is gone', as: 'owner', call: 'UserService.GetRoom', expect: { error: 'rooms.not_found' } },
];

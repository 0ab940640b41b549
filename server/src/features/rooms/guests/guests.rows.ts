import { changeRoomSettings } from '@matinee/testkit/contract-rows.ts';
import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

const askFor = (room: (w: World) => string) => (w: World) => ({ room_id: room(w), display_name: 'visitor' });
const create = 'AuthService.CreateGuestToken';

function guestRefused(call: string, error: string, request: Row['request'] = {}): Row {
  return { name: `[GU2] [GU3] ${call} is not for guests`, as: 'guest', call, request, expect: { error } };
}

export const guestRows: Row[] = [
  {
    name: '[GU1] a room lets no guests in unless it says so',
    as: 'anonymous',
    call: create,
    request: askFor((w) => w.room),
    expect: { error: 'guests.not_admitted' },
  },
  {
    name: '[GU1] nor does one that does not exist',
    as: 'anonymous',
    call: create,
    request: { room_id: `room_${'0'.repeat(26)}` },
    expect: { error: 'rooms.not_found' },
  },
  {
    name: '[DN2] a name that shows nothing is none for a guest either',
    as: 'anonymous',
    call: create,
    request: (w) => ({ room_id: w.room, display_name: ' \u200b ' }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: 'the owner opens the room to guests, who may see who is there',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { allow_guests: true, guest_permissions: { added: ['view_members'] } } },
    expect: { ok: { settings: { allow_guests: true } } },
  },
  {
    name: '[US4] a guest does not choose a reserved name either',
    as: 'anonymous',
    call: create,
    request: (w) => ({ room_id: w.room, display_name: 'Moderator' }),
    expect: { error: 'users.username_reserved' },
  },
  {
    name: '[GU1] then somebody without an account gets a token',
    as: 'anonymous',
    call: create,
    request: askFor((w) => w.room),
    expect: { ok: (w) => ({ displayName: 'visitor', roomId: w.room }) },
    keep: { guestToken: 'guestToken' },
  },
  {
    name: '[GU2] and sees the room',
    as: 'guest',
    call: 'UserService.GetRoom',
    expect: { ok: (w) => ({ room: { id: w.room }, role: 'guest', permissions: ['view_members'] }) },
  },
  { name: '[GU2] and who is in it', as: 'guest', call: 'RoomService.GetRoomMembers', expect: { ok: { total: 3 } } },
  {
    name: '[GU2] the token opens a socket to its room',
    as: 'guest',
    call: 'RoomService.CreateWebSocketTicket',
    expect: { ok: {} },
  },
  {
    name: '[GU2] it counts for nothing in another room',
    as: 'guest',
    call: 'UserService.GetRoom',
    room: (w) => w.otherRoom,
    expect: { error: 'call.not_a_member' },
  },
  guestRefused('UserService.GetProfile', 'call.guest_not_allowed'),
  guestRefused('UserService.CreateRoom', 'call.guest_not_allowed', { name: 'Mine' }),
  guestRefused('RoomService.GetPlayback', 'call.guest_not_allowed'),
  guestRefused('RoomService.WatchLiveComments', 'call.guest_not_allowed'),
  guestRefused('RoomService.ListPlaylistItems', 'call.guest_not_allowed'),
  guestRefused('RoomService.SendChatMessage', 'call.guest_not_allowed', { client_message_id: 'x', content: 'x' }),
  guestRefused('RoomService.GetChatHistory', 'call.missing_permission'),
  {
    name: '[GU2] a guest token is no refresh token',
    as: 'anonymous',
    call: 'AuthService.RefreshToken',
    request: (w) => ({ refresh_token: w.kept.guestToken! }),
    expect: { error: 'auth.invalid_refresh_token' },
  },
  {
    name: '[GU4] the owner closes the room to guests',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { allow_guests: false } },
    expect: { ok: { settings: { allow_guests: false } } },
  },
  {
    name: '[GU4] then the token counts for nothing',
    as: 'guest',
    call: 'RoomService.GetRoomSettings',
    expect: { error: 'call.not_a_member' },
  },
  changeRoomSettings('the owner opens it again', { allow_guests: true }),
  {
    name: '[GU4] which does not bring old tokens back',
    as: 'guest',
    call: 'RoomService.GetRoomSettings',
    expect: { error: 'call.not_a_member' },
  },
];

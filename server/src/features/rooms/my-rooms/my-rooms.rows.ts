import type { Row } from '@matinee/testkit/contract-table.ts';

const favorite = 'UserService.FavoriteRoom';
const unfavorite = 'UserService.UnfavoriteRoom';
const list = 'UserService.ListFavoriteRooms';
const nowhere = `room_${'0'.repeat(26)}`;

export const myRoomRows: Row[] = [
  {
    name: '[MY1] a member makes the room a favourite',
    as: 'member',
    call: favorite,
    request: (w) => ({ room_id: w.room }),
    expect: { ok: {} },
  },
  {
    name: '[MY1] again is as good as once',
    as: 'member',
    call: favorite,
    request: (w) => ({ room_id: w.room }),
    expect: { ok: {} },
  },
  {
    name: '[MY1] a stranger does not',
    as: 'stranger',
    call: favorite,
    request: (w) => ({ room_id: w.room }),
    expect: { error: 'my_rooms.members_only' },
  },
  {
    name: 'a favourite exists',
    as: 'member',
    call: favorite,
    request: { room_id: nowhere },
    expect: { error: 'rooms.not_found' },
  },
  {
    name: 'an account is needed',
    as: 'anonymous',
    call: favorite,
    request: { room_id: nowhere },
    expect: { error: 'call.unauthenticated' },
  },
  {
    name: '[MY3] the favourites',
    as: 'member',
    call: list,
    expect: { ok: (w) => ({ rooms: [{ room: { id: w.room }, joined: true, favorited: true }], total: 1 }) },
  },
  { name: '[MY3] are nobody else’s', as: 'owner', call: list, expect: { ok: { rooms: [], total: 0 } } },
  {
    name: '[MY3] the card says so',
    as: 'member',
    call: 'UserService.GetRoomDiscovery',
    request: (w) => ({ room_id: w.room }),
    expect: { ok: { room: { favorited: true } } },
  },
  {
    name: '[MY3] [RO4] and so does the room from inside',
    as: 'member',
    call: 'UserService.GetRoom',
    expect: { ok: { favorited: true } },
  },
  {
    name: '[MY3] to that person alone',
    as: 'owner',
    call: 'UserService.GetRoomDiscovery',
    request: (w) => ({ room_id: w.room }),
    expect: { ok: { room: { favorited: false } } },
  },
  {
    name: '[MY5] own rooms by relation',
    as: 'owner',
    call: 'UserService.ListMyRooms',
    request: { relation: 'created', sort: 'name' },
    expect: { ok: (w) => ({ rooms: [{ room: { id: w.room } }], total: 1 }) },
  },
  ...(['admin', 'member', 'favorite'] as const).map(
    (relation): Row => ({
      name: `[MY5] of which none is one by ${relation}`,
      as: 'owner',
      call: 'UserService.ListMyRooms',
      request: { relation },
      expect: { ok: { rooms: [], total: 0 } },
    }),
  ),
  {
    name: '[MY5] a favourite is',
    as: 'member',
    call: 'UserService.ListMyRooms',
    request: { relation: 'favorite', sort: 'visited' },
    expect: { ok: (w) => ({ rooms: [{ room: { id: w.room } }], total: 1 }) },
  },
  {
    name: '[MY6] nothing was started',
    as: 'member',
    call: 'UserService.ListMyRooms',
    request: { started_only: true },
    expect: { ok: { rooms: [], total: 0 } },
  },
  {
    name: 'there is no such page',
    as: 'member',
    call: 'UserService.ListMyRooms',
    request: { page: 1_000_000, page_size: 100 },
    expect: { ok: { rooms: [], total: 1 } },
  },
  {
    name: '[MY2] who leaves',
    as: 'member',
    call: 'RoomService.LeaveRoom',
    expect: { ok: {} },
  },
  { name: '[MY2] has it no longer', as: 'member', call: list, expect: { ok: { rooms: [], total: 0 } } },
  {
    name: '[MY2] nor can make it one',
    as: 'member',
    call: favorite,
    request: (w) => ({ room_id: w.room }),
    expect: { error: 'my_rooms.members_only' },
  },
  {
    name: '[MY2] who comes back',
    as: 'member',
    call: 'UserService.JoinRoom',
    request: (w) => ({ room_id: w.room }),
    expect: { ok: {} },
  },
  { name: '[MY2] begins anew', as: 'member', call: list, expect: { ok: { rooms: [], total: 0 } } },
  {
    name: '[MY1] a favourite is taken back',
    as: 'owner',
    call: unfavorite,
    request: (w) => ({ room_id: w.room }),
    expect: { ok: {} },
  },
];

import type { Row } from '@matinee/testkit/contract-table.ts';

const discover = 'UserService.DiscoverRooms';
const set = 'AdminService.SetFeaturedRooms';
const list = 'AdminService.ListFeaturedRooms';
const nowhere = `room_${'0'.repeat(26)}`;

export const discoveryRows: Row[] = [
  {
    name: '[DI4] "%" is text and no pattern',
    as: 'anonymous',
    call: discover,
    request: { search: '%%' },
    expect: { ok: { featured_rooms: [], rooms: [], total: 0 } },
  },
  {
    name: '[DI3] each word is part of the name, in any case and order',
    as: 'stranger',
    call: discover,
    request: (w) => ({ search: ` ${w.owner.username.toUpperCase()}  oF ` }),
    expect: { ok: (w) => ({ rooms: [{ room: { id: w.room }, joined: false, favorited: false }], total: 1 }) },
  },
  {
    name: '[DI5] nobody is in it',
    as: 'anonymous',
    call: discover,
    request: (w) => ({ search: w.owner.username, activity: 'live', sort: 'live' }),
    expect: { ok: { featured_rooms: [], rooms: [], total: 0 } },
  },
  {
    name: '[DI2] a cursor comes from the list',
    as: 'anonymous',
    call: discover,
    request: { cursor: 'bm90aGluZyBvZiB0aGUga2luZCBhdCBhbGw' },
    expect: { error: 'discovery.invalid_cursor' },
  },
  {
    name: 'there is no page after the last',
    as: 'anonymous',
    call: discover,
    request: { page: 1_000_000, page_size: 100 },
    expect: { ok: { featured_rooms: [], rooms: [] } },
  },
  {
    name: 'nor before the first',
    as: 'anonymous',
    call: discover,
    request: { page: -1 },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[DI7] a user features no room',
    as: 'owner',
    call: set,
    request: (w) => ({ rooms: [{ room_id: w.room }] }),
    expect: { error: 'call.admin_only' },
  },
  { name: '[DI7] nor sees the list', as: 'owner', call: list, expect: { error: 'call.admin_only' } },
  {
    name: '[DI7] an administrator does, with an end',
    as: 'keeper',
    call: set,
    request: (w) => ({ rooms: [{ room_id: w.otherRoom, ends_at: '2999-01-01T00:00:00Z' }, { room_id: w.room }] }),
    expect: {
      ok: (w) => ({
        rooms: [
          { room: { id: w.otherRoom }, ends_at: '2999-01-01T00:00:00Z', is_shown: true },
          { room: { id: w.room }, is_shown: true },
        ],
      }),
    },
  },
  {
    name: '[DI7] in that order',
    as: 'keeper',
    call: list,
    expect: { ok: (w) => ({ rooms: [{ room: { id: w.otherRoom } }, { room: { id: w.room } }] }) },
  },
  {
    name: '[DI8] not on an older version',
    as: 'keeper',
    call: set,
    request: { rooms: [], expected_version: 0 },
    expect: { error: 'discovery.featured_version_conflict' },
  },
  {
    name: '[DI7] the end lies ahead',
    as: 'keeper',
    call: set,
    request: (w) => ({ rooms: [{ room_id: w.room, ends_at: '2020-01-01T00:00:00Z' }] }),
    expect: { error: 'discovery.end_is_over' },
  },
  {
    name: '[DI7] each room once',
    as: 'keeper',
    call: set,
    request: (w) => ({ rooms: [{ room_id: w.room }, { room_id: w.room }] }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[DI7] up to five',
    as: 'keeper',
    call: set,
    request: { rooms: ['a', 'b', 'c', 'd', 'e', 'f'].map((room_id) => ({ room_id })) },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[DI7] that exist',
    as: 'keeper',
    call: set,
    request: { rooms: [{ room_id: nowhere }] },
    expect: { error: 'rooms.not_found' },
  },
  { name: '[DI7] or none', as: 'keeper', call: set, expect: { ok: { rooms: [] } } },
];

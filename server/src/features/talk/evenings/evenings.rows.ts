import type { Row } from '@matinee/testkit/contract-table.ts';

const list = 'EveningsService.ListEvenings';
const get = 'EveningsService.GetEvening';
const leave = 'EveningsService.LeaveEvening';
const erase = 'EveningsService.DeleteEvening';
const clear = 'EveningsService.ClearEvenings';
const unknown = { evening_id: `eve_${'0'.repeat(26)}` };

const reading: Row[] = [
  { name: '[EV5] at first there is none', as: 'member', call: list, expect: { ok: { evenings: [] } } },
  {
    name: '[EV5] one that is not there',
    as: 'owner',
    call: get,
    request: unknown,
    expect: { error: 'evenings.not_found' },
  },
  {
    name: '[EV5] who was there reads it',
    as: 'member',
    call: get,
    request: async (w) => ({ evening_id: await w.evening('first', w.owner, w.member) }),
    expect: {
      ok: (w) => ({
        evening: {
          items: [{ media_id: w.media, name: 'one', availability: 'available', rating_count: 0, moments: [] }],
          people: [{ username: w.owner.username }, { username: w.member.username }],
          people_count: 2,
          was_there: true,
          is_going_on: false,
        },
      }),
    },
    keep: { evening: 'evening.id' },
  },
  {
    name: '[EV5] who was not but may see the history too',
    as: 'admin',
    call: list,
    expect: { ok: (w) => ({ evenings: [{ id: w.kept.evening!, was_there: false }] }) },
  },
  {
    name: '[EV5] not from another room',
    as: 'stranger',
    room: (w) => w.otherRoom,
    call: get,
    request: (w) => ({ evening_id: w.kept.evening! }),
    expect: { error: 'evenings.not_found' },
  },
  { name: '[EV5] a stranger reads none', as: 'stranger', call: list, expect: { error: 'call.not_a_member' } },
  {
    name: '[EV5] a cursor that was made up is refused',
    as: 'owner',
    call: list,
    request: { cursor: 'bm90aGluZyBvZiBvdXJz' },
    expect: { error: 'evenings.invalid_cursor' },
  },
  {
    name: '[EV5] a page has twenty evenings at most',
    as: 'owner',
    call: list,
    request: { page_size: 21 },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[EV9] this year is not an earlier one',
    as: 'owner',
    call: list,
    request: { on_this_day: true, time_zone: 'Europe/Berlin' },
    expect: { ok: { evenings: [] } },
  },
  {
    name: '[EV9] a time zone that does not exist is refused',
    as: 'owner',
    call: list,
    request: { on_this_day: true, time_zone: 'Mars/Olympus' },
    expect: { error: 'evenings.unknown_time_zone' },
  },
];

const erasing: Row[] = [
  {
    name: '[EV6] what is not there cannot be left',
    as: 'member',
    call: leave,
    request: unknown,
    expect: { error: 'evenings.not_found' },
  },
  {
    name: '[EV6] a member is forgotten',
    as: 'member',
    call: leave,
    request: (w) => ({ evening_id: w.kept.evening! }),
    expect: { ok: {} },
  },
  { name: '[EV6] and sees the evening no more', as: 'member', call: list, expect: { ok: { evenings: [] } } },
  {
    name: '[EV6] a member deletes none',
    as: 'member',
    call: erase,
    request: (w) => ({ evening_id: w.kept.evening! }),
    expect: { error: 'call.missing_permission' },
  },
  {
    name: '[EV6] an evening is deleted',
    as: 'admin',
    call: erase,
    request: (w) => ({ evening_id: w.kept.evening! }),
    expect: { ok: {} },
  },
  {
    name: '[EV6] once',
    as: 'admin',
    call: erase,
    request: (w) => ({ evening_id: w.kept.evening! }),
    expect: { error: 'evenings.not_found' },
  },
  { name: '[EV6] a member does not clear', as: 'member', call: clear, expect: { error: 'call.missing_permission' } },
  {
    name: '[EV6] there is another one',
    as: 'owner',
    call: get,
    request: async (w) => ({ evening_id: await w.evening('second', w.owner) }),
    expect: { ok: { evening: { people_count: 1 } } },
  },
  { name: '[EV6] all are deleted', as: 'owner', call: clear, expect: { ok: { deleted_count: 1 } } },
  {
    name: '[EV8] the room keeps no evenings',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { keep_evenings: false } },
    expect: { ok: { settings: { keep_evenings: false } } },
  },
  {
    name: '[EV8] and keeps them again',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { keep_evenings: true } },
    expect: { ok: { settings: { keep_evenings: true } } },
  },
];

export const eveningsRows: Row[] = [...reading, ...erasing];

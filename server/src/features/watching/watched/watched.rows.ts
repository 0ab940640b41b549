import type { Row } from '@matinee/testkit/contract-table.ts';

const list = 'WatchedService.ListWatched';
const unfinished = 'WatchedService.ListUnfinished';
const erase = 'WatchedService.DeleteWatchedEntry';
const clear = 'WatchedService.ClearWatched';
const progress = 'WatchedService.ListItemProgress';

export const watchedRows: Row[] = [
  { name: '[OH4] at first there is nothing', as: 'member', call: list, expect: { ok: { entries: [] } } },
  { name: '[OH11] nor anything to continue', as: 'member', call: unfinished, expect: { ok: { entries: [] } } },
  { name: '[OH4] an account is needed', as: 'anonymous', call: list, expect: { error: 'call.unauthenticated' } },
  { name: '[OH11] also to continue', as: 'anonymous', call: unfinished, expect: { error: 'call.unauthenticated' } },
  {
    name: '[OH4] a cursor that was made up is refused',
    as: 'member',
    call: list,
    request: { cursor: 'bm90aGluZyBvZiBvdXJz' },
    expect: { error: 'watched.invalid_cursor' },
  },
  {
    name: '[OH4] a page has fifty entries at most',
    as: 'member',
    call: list,
    request: { page_size: 51 },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[OH7] what is not there cannot be erased',
    as: 'member',
    call: erase,
    request: { entry_id: `wat_${'0'.repeat(26)}` },
    expect: { error: 'watched.entry_not_found' },
  },
  {
    name: '[OH7] an entry is erased',
    as: 'member',
    call: erase,
    request: async (w) => ({ entry_id: await w.watched(w.member, 'a film') }),
    expect: { ok: {} },
  },
  { name: '[OH4] and is gone', as: 'member', call: list, expect: { ok: { entries: [] } } },
  { name: '[OH7] all of nothing can', as: 'member', call: clear, expect: { ok: { deleted_count: 0 } } },
  {
    name: '[OH8] a person keeps no history',
    as: 'member',
    call: 'UserService.UpdateUserPreferences',
    request: { preferences: { keep_watched: false } },
    expect: { ok: { preferences: { keep_watched: false } } },
  },
  {
    name: '[OH8] and keeps it again',
    as: 'member',
    call: 'UserService.UpdateUserPreferences',
    request: { preferences: { keep_watched: true } },
    expect: { ok: { preferences: { keep_watched: true } } },
  },
  {
    name: '[OH12] a room shows nothing of its members at first',
    as: 'member',
    call: progress,
    request: (w) => ({ media_id: w.media }),
    expect: { ok: { shown: false } },
  },
  {
    name: '[OH12] until it is chosen',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { show_progress: true } },
    expect: { ok: { settings: { show_progress: true } } },
  },
  {
    name: '[OH12] then members see it',
    as: 'member',
    call: progress,
    request: (w) => ({ media_id: w.media }),
    expect: { ok: { shown: true, people: [] } },
  },
  {
    name: '[OH12] and strangers do not',
    as: 'stranger',
    call: progress,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'call.not_a_member' },
  },
  {
    name: '[OH13] somebody shows nothing of theirs',
    as: 'member',
    call: 'UserService.UpdateUserPreferences',
    request: { preferences: { show_progress: false } },
    expect: { ok: { preferences: { show_progress: false } } },
  },
];

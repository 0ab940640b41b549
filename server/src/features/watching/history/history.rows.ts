import type { Row } from '@matinee/testkit/contract-table.ts';

const list = 'RoomService.ListPlaybackHistory';
const play = 'RoomService.PlayHistoryEntry';
const deleteOne = 'RoomService.DeletePlaybackHistoryEntry';
const clear = 'RoomService.ClearPlaybackHistory';
const start = 'RoomService.StartPlayback';

const reading: Row[] = [
  { name: '[PH3] at first nothing was played', as: 'owner', call: list, expect: { ok: { entries: [], total: 0 } } },
  {
    name: '[PH3] a member does not read it',
    as: 'member',
    call: list,
    expect: { error: 'call.missing_permission' },
  },
  {
    name: '[PH1] one is started',
    as: 'owner',
    call: start,
    request: (w) => ({ media_id: w.media, position_seconds: 40, paused: true }),
    expect: { ok: {} },
  },
  {
    name: '[PH2] then another one',
    as: 'admin',
    call: start,
    request: (w) => ({ media_id: w.memberMedia, paused: true }),
    expect: { ok: {} },
  },
  {
    name: '[PH1] [PH2] both are in the history, the newest first',
    as: 'admin',
    call: list,
    expect: {
      ok: (w) => ({
        entries: [
          { media_id: w.memberMedia, name: 'two', started_by_id: w.admin.id, position_seconds: 0 },
          {
            media_id: w.media,
            name: 'one',
            started_by_id: w.owner.id,
            started_by_username: w.owner.username,
            position_seconds: 40,
            availability: 'available',
          },
        ],
        total: 2,
      }),
    },
    keep: { second: 'entries.0.id', first: 'entries.1.id' },
  },
  {
    name: '[PH3] a page',
    as: 'owner',
    call: list,
    request: { page_size: 1 },
    expect: { ok: (w) => ({ entries: [{ id: w.kept.second! }], total: 2 }) },
    keep: { cursor: 'next_cursor' },
  },
  {
    name: '[PH3] and the one after it',
    as: 'owner',
    call: list,
    request: (w) => ({ page_size: 1, cursor: w.kept.cursor! }),
    expect: { ok: (w) => ({ entries: [{ id: w.kept.first! }], total: 2 }) },
  },
  {
    name: '[PH3] a cursor of another room is refused',
    as: 'stranger',
    room: (w) => w.otherRoom,
    call: list,
    request: (w) => ({ cursor: w.kept.cursor! }),
    expect: { error: 'history.invalid_cursor' },
  },
  {
    name: '[PH3] as is anything else',
    as: 'owner',
    call: list,
    request: { cursor: 'bm90IGEgY3Vyc29yIGF0IGFsbA' },
    expect: { error: 'history.invalid_cursor' },
  },
];

const playing: Row[] = [
  {
    name: '[PH4] what was played goes on from where it was left',
    as: 'admin',
    call: play,
    request: (w) => ({ entry_id: w.kept.first!, paused: true, client_operation_id: 'again' }),
    expect: {
      ok: (w) => ({ playback_state: { media_id: w.media, position_seconds: 40, is_playing: false, action: 'start' } }),
    },
  },
  {
    name: '[PH4] or from the beginning',
    as: 'admin',
    call: play,
    request: (w) => ({ entry_id: w.kept.first!, from_start: true }),
    expect: { ok: (w) => ({ playback_state: { media_id: w.media, position_seconds: 0, is_playing: true } }) },
  },
  {
    name: 'a member does not',
    as: 'member',
    call: play,
    request: (w) => ({ entry_id: w.kept.first! }),
    expect: { error: 'call.missing_permission' },
  },
  {
    name: 'an entry that does not exist is not found',
    as: 'owner',
    call: play,
    request: { entry_id: `ph_${'0'.repeat(26)}` },
    expect: { error: 'history.entry_not_found' },
  },
  {
    name: 'nor is one of another room',
    as: 'stranger',
    room: (w) => w.otherRoom,
    call: play,
    request: (w) => ({ entry_id: w.kept.first! }),
    expect: { error: 'history.entry_not_found' },
  },
];

const deleting: Row[] = [
  {
    name: '[PH5] a member deletes none',
    as: 'member',
    call: deleteOne,
    request: (w) => ({ entry_id: w.kept.first! }),
    expect: { error: 'call.missing_permission' },
  },
  {
    name: '[PH5] an entry is deleted',
    as: 'owner',
    call: deleteOne,
    request: (w) => ({ entry_id: w.kept.first! }),
    expect: { ok: {} },
  },
  {
    name: '[PH5] once',
    as: 'owner',
    call: deleteOne,
    request: (w) => ({ entry_id: w.kept.first! }),
    expect: { error: 'history.entry_not_found' },
  },
  {
    name: '[PH4] an item that is gone is told to be gone',
    as: 'member',
    call: 'RoomService.DeleteMedia',
    request: (w) => ({ media_id: w.memberMedia }),
    expect: { ok: {} },
  },
  {
    name: '[PH4] in the history',
    as: 'owner',
    call: list,
    expect: { ok: (w) => ({ entries: [{ media_id: w.media }, { id: w.kept.second!, availability: 'deleted' }] }) },
  },
  {
    name: '[PH4] and cannot be played',
    as: 'owner',
    call: play,
    request: (w) => ({ entry_id: w.kept.second! }),
    expect: { error: 'playback.media_not_found' },
  },
  { name: '[PH5] a member does not clear', as: 'member', call: clear, expect: { error: 'call.missing_permission' } },
  { name: '[PH5] all are deleted', as: 'admin', call: clear, expect: { ok: { deleted_count: 2 } } },
  { name: '[PH5] and gone', as: 'owner', call: list, expect: { ok: { entries: [], total: 0 } } },
];

export const historyRows: Row[] = [...reading, ...playing, ...deleting];

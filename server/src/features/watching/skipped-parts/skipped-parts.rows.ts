import type { Row } from '@matinee/testkit/contract-table.ts';

const get = 'SkippedPartsService.GetSkippedParts';
const mark = 'SkippedPartsService.MarkPart';
const erase = 'SkippedPartsService.ErasePartMark';
const keep = 'SkippedPartsService.KeepPart';
const intro = { kind: 'intro', start_seconds: 5, end_seconds: 15 };
const episode = 'Some.Show.S01E01.1080p.WEB-DL.x264-GRP.mkv';

export const skippedPartsRows: Row[] = [
  {
    name: '[SKP6] while nothing plays there are no parts',
    as: 'member',
    call: get,
    expect: { ok: { skipped_parts: { parts: [] } } },
  },
  { name: '[SKP6] strangers do not see parts', as: 'stranger', call: get, expect: { error: 'call.not_a_member' } },
  {
    name: '[SKP3] a mark for what does not play is refused',
    as: 'owner',
    call: mark,
    request: (w) => ({ media_id: w.media, ...intro }),
    expect: { error: 'skipped_parts.not_playing' },
  },
  {
    name: '[SKP3] something begins',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.media, paused: true }),
    expect: { ok: { playback_state: { is_playing: false } } },
  },
  {
    name: '[SKP3] a film whose name tells no series has no marks',
    as: 'owner',
    call: mark,
    request: (w) => ({ media_id: w.media, ...intro }),
    expect: { error: 'skipped_parts.no_series' },
  },
  {
    name: '[SKP3] it gets the name of an episode',
    as: 'owner',
    call: 'RoomService.EditMedia',
    request: (w) => ({ media_id: w.media, name: episode }),
    expect: { ok: { media: { name: episode } } },
  },
  {
    name: '[SKP3] a part that is too short is refused',
    as: 'owner',
    call: mark,
    request: (w) => ({ media_id: w.media, ...intro, end_seconds: 6 }),
    expect: { error: 'skipped_parts.bad_part' },
  },
  {
    name: '[SKP3] credits of an unknown length are refused',
    as: 'owner',
    call: mark,
    request: (w) => ({ media_id: w.media, ...intro, kind: 'credits' }),
    expect: { error: 'skipped_parts.no_length' },
  },
  {
    name: '[SKP3] members without the remote mark nothing',
    as: 'member',
    call: mark,
    request: (w) => ({ media_id: w.media, ...intro }),
    expect: { error: 'call.missing_permission' },
  },
  {
    name: '[SKP3] who has it marks the intro',
    as: 'owner',
    call: mark,
    request: (w) => ({ media_id: w.media, ...intro }),
    expect: {
      ok: { skipped_parts: { series: 'Some Show', marked_kinds: ['intro'], parts: [{ ...intro, marked: true }] } },
    },
  },
  {
    name: '[SKP5] and keeps it from being skipped',
    as: 'owner',
    call: keep,
    request: (w) => ({ media_id: w.media, start_seconds: 5 }),
    expect: { ok: { skipped_parts: { parts: [intro] } } },
  },
  {
    name: '[SKP3] and erases the mark',
    as: 'owner',
    call: erase,
    request: (w) => ({ media_id: w.media, kind: 'intro' }),
    expect: { ok: { skipped_parts: { marked_kinds: [], parts: [] } } },
  },
];

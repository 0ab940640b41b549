import type { Row } from '@matinee/testkit/contract-table.ts';
import { hasSrt } from './srt-callers.fixture.ts';

const create = 'RoomService.CreateRoomSrtAddress';
const place = (w: { readonly kept: Readonly<Record<string, string>> }) => ({ media_id: w.kept.place! });

export const srtRows: Row[] = [
  {
    name: 'a live stream is added',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { rtmp: {} } },
    keep: { place: 'media.id' },
    expect: { ok: { media: { name: 'Live stream' } } },
  },
  { name: '[SRT3] it is off', as: 'owner', call: create, request: place, expect: { error: 'srt.switched_off' } },
  switchSrt(true),
  {
    name: '[SRT1] who added the item gets an address',
    as: 'owner',
    call: create,
    request: (w) => ({ ...place(w), expires_in_seconds: 3_600 }),
    expect: hasSrt
      ? { ok: (w) => ({ key: { single_use: false, creator_id: w.owner.id }, waits_seconds: 1_800, latency_ms: 500 }) }
      : { error: 'srt.no_ffmpeg' },
  },
  {
    name: '[SRT1] others do not',
    as: 'member',
    call: create,
    request: place,
    expect: { error: 'streams.not_allowed' },
  },
  { name: 'strangers do not', as: 'stranger', call: create, request: place, expect: { error: 'call.not_a_member' } },
  {
    name: 'a film takes no stream',
    as: 'owner',
    call: create,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'streams.not_a_stream' },
  },
  switchSrt(false),
];

function switchSrt(enabled: boolean): Row {
  return {
    name: `SRT is switched ${enabled ? 'on' : 'off'} from here on`,
    as: 'root',
    call: 'AdminService.UpdateSettings',
    request: { settings: { srt: { enabled } }, updateMask: 'srt.enabled' },
    expect: { ok: {} },
  };
}

/** In which kind of segments the tracks of a stream are sent. Pure. [LS30] [LS75] */
import type { TsTracks } from '../../../../drivers/muxing/ts-tables.ts';
import type { AudioCodec, VideoCodec } from '../../../../drivers/rtmp/av-tags.ts';
import type { StreamFacts } from '../air/stream-facts.ts';

export type Codecs = Pick<StreamFacts, 'video' | 'audio'>;

/** What segments can have. */
export interface HlsTracks {
  readonly video: Exclude<VideoCodec, 'other'> | undefined;
  readonly audio: Exclude<AudioCodec, 'other'> | undefined;
}

export type Carriage =
  | { readonly kind: 'ts'; readonly tracks: TsTracks }
  | { readonly kind: 'mp4'; readonly tracks: HlsTracks };

/** Undefined: neither MPEG-TS nor MP4 can carry them, or there are none. `hasMp4`: the stream had MP4 before. */
export function carriageOf({ video, audio }: Codecs, hasMp4: boolean): Carriage | undefined {
  if (video === 'other' || audio === 'other' || (!video && !audio)) return undefined;
  // A playlist cannot take back that its segments have a head (RFC 8216bis, section 4.4.4.5).
  if (hasMp4 || audio === 'opus' || (video && video !== 'h264')) return { kind: 'mp4', tracks: { video, audio } };
  return { kind: 'ts', tracks: { video, audio } };
}

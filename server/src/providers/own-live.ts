/** Playback of live streams whose bytes this server has itself: published ones, and pulled ones. */
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { Resolved, ResolvedMedia } from './resolved.ts';

const flv: ResolvedMedia = { name: 'FLV', format: MediaFormat.FLV };
const hls: ResolvedMedia = { name: 'HLS', format: MediaFormat.HLS };

export const ownLive: Resolved = {
  // A player that fails with FLV falls back on HLS.
  modes: [
    { name: 'flv', medias: [flv, hls], subtitles: [] },
    { name: 'hls', medias: [hls], subtitles: [] },
  ],
  needsCredentials: false,
  isOwn: true,
  playbackKind: PlaybackKind.LIVE,
};

/** The last part of its addresses, by format. */
export const ownLiveNouns = {
  [MediaFormat.FLV]: 'flv-stream',
  [MediaFormat.HLS]: 'hls-master',
  [MediaFormat.WHEP]: 'whep',
};

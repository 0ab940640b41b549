/** How live streams play whose bytes this server has itself: those that are sent to it, and those that it pulls. */
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

/** What its addresses end in, by format. */
export const ownLiveNouns = {
  [MediaFormat.FLV]: 'flv-stream',
  [MediaFormat.HLS]: 'hls-master',
  [MediaFormat.WHEP]: 'whep',
};

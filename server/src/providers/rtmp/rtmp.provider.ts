import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { MediaProvider } from '../provider.ts';
import type { Resolved, ResolvedMedia } from '../resolved.ts';

const flv: ResolvedMedia = { name: 'FLV', format: MediaFormat.FLV };
const hls: ResolvedMedia = { name: 'HLS', format: MediaFormat.HLS };

const live: Resolved = {
  // A player that fails with FLV falls back on HLS.
  modes: [
    { name: 'flv', medias: [flv, hls], subtitles: [] },
    { name: 'hls', medias: [hls], subtitles: [] },
  ],
  needsCredentials: false,
  isOwn: true,
  playbackKind: PlaybackKind.LIVE,
};

/** The place of a live stream that a publisher sends to this server. The server has the bytes itself. */
export const rtmp: MediaProvider<'rtmp'> = {
  name: 'rtmp',
  sourceCase: 'rtmp',
  nouns: { [MediaFormat.FLV]: 'flv-stream', [MediaFormat.HLS]: 'hls-master', [MediaFormat.WHEP]: 'whep' },
  // It is made here; no link names it.
  recognize: () => undefined,
  check: () => [],
  nameOf: () => 'Live stream',
  outline: () => live,
  resolve: async () => live,
};

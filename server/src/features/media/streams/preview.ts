import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { PlaybackMediaSchema } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { MediaItem } from '../library/library.port.ts';
import { mediaVersion, type PlaybackUrls, usualLifeMs, type Viewer } from '../proxy/proxy.port.ts';

export interface PreviewParts {
  readonly clock: Clock;
  readonly playbackUrls: PlaybackUrls;
}

/** FLV is there first; a player that cannot read it takes HLS. */
const forms = [
  { name: 'FLV', format: MediaFormat.FLV, noun: 'flv-stream' },
  { name: 'HLS', format: MediaFormat.HLS, noun: 'hls-master' },
];

/** The addresses at which `viewer` watches the stream of an item of the room, whatever the room plays. [LS79] */
export function previewOf(
  { clock, playbackUrls }: PreviewParts,
  roomId: string,
  { media, sourceVersion }: MediaItem,
  viewer: Viewer,
): MessageInitShape<typeof PlaybackMediaSchema>[] {
  const provider = media.source?.source.case === 'rtmp' ? 'rtmp' : 'live-proxy';
  const version = mediaVersion(media.id, sourceVersion);
  // Signatures count in whole seconds.
  const expiresAtMs = Math.floor((clock.nowMs() + usualLifeMs) / 1_000) * 1_000;
  return forms.map(({ name, format, noun }) => ({
    ...{ name, format, proxied: true, expireAt: timestampFromMs(expiresAtMs) },
    url: playbackUrls.urlFor({ roomId, provider, version, noun, mode: '', index: 0 }, viewer, expiresAtMs),
  }));
}

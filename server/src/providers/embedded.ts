import type { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { Embed, Resolved } from './resolved.ts';

/** A video played by its own site's player. None of its bytes pass through this server. */
export function embedded(embed: Embed, playbackKind?: PlaybackKind): Resolved {
  return {
    modes: [{ name: 'original', medias: [{ name: '', format: MediaFormat.EMBED, embed }], subtitles: [] }],
    needsCredentials: false,
    ...(playbackKind === undefined ? {} : { playbackKind }),
  };
}

import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { Resolved, ResolvedMedia } from '../../../providers/resolved.ts';

/** The film that this server can convert: a file that upstream has not converted. Undefined: none. */
export function convertible({ modes, isOwn, playbackKind }: Resolved): ResolvedMedia | undefined {
  if (isOwn || playbackKind === PlaybackKind.LIVE || modes.some(({ isConverted }) => isConverted)) return undefined;
  return modes[0]?.medias.find(({ format }) => format === MediaFormat.FILE || format === MediaFormat.FLV);
}

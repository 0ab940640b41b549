import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { Resolved, ResolvedMode, ResolvedStoryboard } from './resolved.ts';

/** Formats of playlists, which may name pictures beside the film. */
const naming: ReadonlySet<MediaFormat> = new Set([MediaFormat.HLS, MediaFormat.DASH]);

/** Whether a film has small pictures, or may have some that only its playlist tells. */
export function mayHaveStoryboard({ storyboard }: Resolved, { medias: [first] }: ResolvedMode): boolean {
  return storyboard !== undefined || (first !== undefined && naming.has(first.format));
}

/** Where small pictures of a film may be named; undefined: nowhere. */
export function storyboardSource({ storyboard }: Resolved, mode: ResolvedMode): ResolvedStoryboard | undefined {
  if (storyboard) return storyboard;
  const [first] = mode.medias;
  if (!first?.upstream || !naming.has(first.format)) return undefined;
  return { upstream: first.upstream, ...(first.manifest === undefined ? {} : { written: first.manifest }) };
}

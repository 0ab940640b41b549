import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { Resolved, ResolvedMode, ResolvedStoryboard } from './provider.ts';

/** Playlists, in which pictures may be named beside the film. */
const naming: ReadonlySet<MediaFormat> = new Set([MediaFormat.HLS, MediaFormat.DASH]);

/** Whether there are small pictures of a film, or only reading its playlist tells. */
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

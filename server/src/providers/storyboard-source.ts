import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { Resolved, ResolvedMode, ResolvedStoryboard } from './resolved.ts';

/** Playlist formats, which may list timeline pictures of the film. */
const naming: ReadonlySet<MediaFormat> = new Set([MediaFormat.HLS, MediaFormat.DASH]);

/** Whether a film has timeline pictures, or may have some listed in its playlist. */
export function mayHaveStoryboard({ storyboard }: Resolved, { medias: [first] }: ResolvedMode): boolean {
  return storyboard !== undefined || (first !== undefined && naming.has(first.format));
}

/** Where timeline pictures of a film may be listed; undefined: nowhere. */
export function storyboardSource({ storyboard }: Resolved, mode: ResolvedMode): ResolvedStoryboard | undefined {
  if (storyboard) return storyboard;
  const [first] = mode.medias;
  if (!first?.upstream || !naming.has(first.format)) return undefined;
  return { upstream: first.upstream, ...(first.manifest === undefined ? {} : { written: first.manifest }) };
}

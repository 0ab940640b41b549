/** Selects the comments of a document for viewers. Pure. [DK3] */
import type { DanmakuComment } from '../gen/api.ts';
import { maxComments } from './danmaku-limits.ts';

/**
 * The comments in the order of showing. If there are too many, an even selection over the whole film. Sorts `comments`
 * in place.
 */
export function inOrder(comments: DanmakuComment[]): readonly DanmakuComment[] {
  const sorted = comments.sort((a, b) => a.position_seconds - b.position_seconds);
  if (sorted.length <= maxComments) return sorted;
  const step = sorted.length / maxComments;
  return Array.from({ length: maxComments }, (_, i) => sorted[Math.floor(i * step)]!);
}

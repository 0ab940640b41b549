/** The comments of a document that a viewer gets. Pure. [DK3] */
import type { DanmakuComment } from '../gen/api.ts';
import { maxComments } from './danmaku-limits.ts';

/** In the order in which they are shown; of too many an even selection from all over the film. Sorts `comments` itself. */
export function inOrder(comments: DanmakuComment[]): readonly DanmakuComment[] {
  const sorted = comments.sort((a, b) => a.position_seconds - b.position_seconds);
  if (sorted.length <= maxComments) return sorted;
  const step = sorted.length / maxComments;
  return Array.from({ length: maxComments }, (_, i) => sorted[Math.floor(i * step)]!);
}

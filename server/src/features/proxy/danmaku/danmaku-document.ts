/** Brings comments, in whatever form upstream has them, into the one that `DanmakuDocument` of the contract describes. */
import type { DanmakuComment } from '@matinee/contract/gen/api.ts';
import { readJson } from './danmaku-json.ts';
import { maxComments } from './danmaku-limits.ts';
import { readXml } from './danmaku-xml.ts';

/** The JSON of a `DanmakuDocument`. @throws NoDanmaku for bytes of another kind */
export async function toDanmakuDocument(bytes: Uint8Array): Promise<string> {
  const text = new TextDecoder().decode(bytes).trimStart();
  const comments = text.startsWith('<') ? await readXml(text) : readJson(text);
  const sorted = comments.sort((a, b) => a.position_seconds - b.position_seconds);
  return JSON.stringify({ comments: evenly(sorted) });
}

/** As many as viewers get, from all over the film. [DK3] */
function evenly(comments: readonly DanmakuComment[]): readonly DanmakuComment[] {
  if (comments.length <= maxComments) return comments;
  const step = comments.length / maxComments;
  return Array.from({ length: maxComments }, (_, i) => comments[Math.floor(i * step)]!);
}

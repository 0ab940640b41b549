/** Converts comments from any known upstream form into the contract's `DanmakuDocument`. */
import { inOrder } from '@matinee/contract/danmaku/comment-list.ts';
import { readJson } from '@matinee/contract/danmaku/danmaku-json.ts';
import { readXml } from './danmaku-xml.ts';

/** The JSON of a `DanmakuDocument`. @throws NoDanmaku for bytes of another kind */
export async function toDanmakuDocument(bytes: Uint8Array): Promise<string> {
  const text = new TextDecoder().decode(bytes).trimStart();
  const comments = text.startsWith('<') ? await readXml(text) : readJson(text);
  return JSON.stringify({ comments: inOrder(comments) });
}

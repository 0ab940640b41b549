/**
 * Reads Bilibili's XML comments: `<i><d p="time,mode,size,color,…">text</d></i>`. Uses a streaming parser. It does not
 * expand entities that the document itself declares. [DK1] [DK4]
 */

import { bilibiliComment, withoutForbidden } from '@matinee/contract/danmaku/comment.ts';
import { maxRead, NoDanmaku } from '@matinee/contract/danmaku/danmaku-limits.ts';
import type { DanmakuComment } from '@matinee/contract/gen/api.ts';
import { SaxesParser } from 'saxes';
import { nextTurn } from '../../../../kernel/clock.ts';

/** Characters parsed in one go: other requests are served in between. */
const turnLetters = 65_536;
const maxDepth = 8;
/** Most characters read of a comment's attribute, and of its text. */
const maxAttribute = 500;
const maxText = 2_000;

/** @throws NoDanmaku for a document that is not well formed, or of another kind */
export async function readXml(document: string): Promise<DanmakuComment[]> {
  const comments: DanmakuComment[] = [];
  let depth = 0;
  let open: { readonly p: string; text: string } | undefined;
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', () => {
    throw new NoDanmaku();
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > maxDepth || (depth === 1 && name !== 'i')) throw new NoDanmaku();
    open = name === 'd' && depth === 2 ? { p: (attributes['p'] ?? '').slice(0, maxAttribute), text: '' } : undefined;
  });
  const add = (part: string) => {
    if (open && open.text.length < maxText) open.text += part;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    depth -= 1;
    const comment = open && bilibiliComment(open.p, open.text);
    open = undefined;
    if (comment) comments.push(comment);
  });
  const text = withoutForbidden(document);
  for (let at = 0; at < text.length && comments.length < maxRead; at += turnLetters) {
    parser.write(text.slice(at, at + turnLetters));
    await nextTurn();
  }
  if (comments.length < maxRead) parser.close();
  return comments;
}

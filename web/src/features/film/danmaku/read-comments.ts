/** Reads a file of comments in the forms that the server reads as well. [WDK7] */
import { bilibiliComment, withoutForbidden } from '@matinee/contract/danmaku/comment.ts';
import { inOrder } from '@matinee/contract/danmaku/comment-list.ts';
import { readJson } from '@matinee/contract/danmaku/danmaku-json.ts';
import { maxRead, NoDanmaku } from '@matinee/contract/danmaku/danmaku-limits.ts';
import type { DanmakuComment } from '@matinee/contract/gen/api.ts';

/** The same limit as the server's, in bytes. */
const maxBytes = 16 * 1_048_576;
/** Most characters that are read of a comment's attribute and of its text. */
const maxAttribute = 500;
const maxText = 2_000;

/** @throws Error for a file of another kind, or without comments */
export async function readComments(file: File): Promise<readonly DanmakuComment[]> {
  if (file.size > maxBytes) throw new NoDanmaku();
  const text = (await file.text()).trimStart();
  const comments = text.startsWith('<') ? readXml(text) : readJson(text);
  if (comments.length === 0) throw new NoDanmaku();
  return inOrder(comments);
}

/**
 * `<i><d p="time,mode,size,color,…">text</d></i>` of Bilibili. Entities that a document declares itself are not
 * expanded.
 */
function readXml(text: string): DanmakuComment[] {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new NoDanmaku();
  const { documentElement: root } = new DOMParser().parseFromString(withoutForbidden(text), 'application/xml');
  if (root.localName !== 'i' || root.querySelector('parsererror')) throw new NoDanmaku();
  const comments: DanmakuComment[] = [];
  for (const { localName, textContent, ...element } of elementsOf(root)) {
    if (comments.length >= maxRead) break;
    const comment =
      localName === 'd' && bilibiliComment(element.p.slice(0, maxAttribute), textContent.slice(0, maxText));
    if (comment) comments.push(comment);
  }
  return comments;
}

function* elementsOf(root: Element) {
  for (let one = root.firstElementChild; one; one = one.nextElementSibling)
    yield { localName: one.localName, textContent: one.textContent ?? '', p: one.getAttribute('p') ?? '' };
}

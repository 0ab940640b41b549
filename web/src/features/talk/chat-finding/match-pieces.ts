/** A piece of a found message: a match, or the text around matches. */
export interface MatchPiece {
  readonly text: string;
  readonly isSought: boolean;
}

/** Longest text before the first match, in UTF-16 units. With more text, the match might be below the shown lines. */
const mostBefore = 60;

/**
 * Splits a message at each match of the query, compared as the server's search does: upper and lower case are the same,
 * accents count. If the first match comes late, the message starts shortly before it, with an ellipsis. Pure. [WC22]
 */
export function matchPieces(message: string, query: string): readonly MatchPiece[] {
  const sought = query.trim();
  if (sought === '') return [{ text: message, isSought: false }];
  const pattern = new RegExp(sought.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const pieces: MatchPiece[] = [];
  let end = 0;
  for (const { index, 0: text } of message.matchAll(pattern)) {
    const before = message.slice(end, index);
    if (before !== '') pieces.push({ text: end === 0 ? shortened(before) : before, isSought: false });
    pieces.push({ text, isSought: true });
    end = index + text.length;
  }
  if (end < message.length) pieces.push({ text: message.slice(end), isSought: false });
  return pieces;
}

/** The last words of a text. If they are one long word, its end. */
function shortened(before: string): string {
  if (before.length <= mostBefore) return before;
  const tail = before.slice(-mostBefore);
  // A cut through a pair of surrogates or an accent would leave half a character.
  return `…${/\s\S/u.test(tail) ? tail.replace(/^\S*\s+/u, '') : tail.replace(/^[\p{M}\uDC00-\uDFFF]+/u, '')}`;
}

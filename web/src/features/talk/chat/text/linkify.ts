/** A piece of a message: text, or an address that may be opened. */
export type MessagePiece = { readonly text: string; readonly href?: string };

const addressPattern = /\bhttps?:\/\/[^\s<>"]+/giu;

/** Splits a message into text and links. [WC3] */
export function linkify(content: string): readonly MessagePiece[] {
  const pieces: MessagePiece[] = [];
  let end = 0;
  for (const match of content.matchAll(addressPattern)) {
    const address = trimAddress(match[0]);
    if (!URL.canParse(address)) continue;
    if (match.index > end) pieces.push({ text: content.slice(end, match.index) });
    pieces.push({ text: address, href: address });
    end = match.index + address.length;
  }
  if (end < content.length) pieces.push({ text: content.slice(end) });
  return pieces;
}

/**
 * The address without the punctuation at the end of the sentence. A closing bracket is kept if the address has the
 * opening one.
 */
function trimAddress(address: string): string {
  let trimmed = address;
  for (;;) {
    const last = trimmed.at(-1) ?? '';
    const opensInside = last === ')' && trimmed.split('(').length >= trimmed.split(')').length;
    if (!/[.,;:!?'*)\]}]/.test(last) || opensInside) return trimmed;
    trimmed = trimmed.slice(0, -1);
  }
}

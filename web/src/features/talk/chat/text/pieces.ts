import type { ChatMention } from '@matinee/contract/gen/api.ts';
import { linkify, type MessagePiece } from './linkify.ts';

/** A piece of a message: text, an address that may be opened, or a person's name. */
export type TextPiece = MessagePiece & { readonly mentions?: string };

/** Splits a message into text, links and names. Mentions count code points. [WC3] [WC10] */
export function piecesOf(content: string, mentions: readonly ChatMention[]): readonly TextPiece[] {
  if (mentions.length === 0) return linkify(content);
  const points = [...content];
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { user_id, offset, length } of mentions) {
    pieces.push(...linkify(points.slice(end, offset).join('')));
    pieces.push({ text: points.slice(offset, offset + length).join(''), mentions: user_id });
    end = offset + length;
  }
  return [...pieces, ...linkify(points.slice(end).join(''))];
}

/** A person who can be mentioned. */
export interface Mentionable {
  readonly user_id: string;
  readonly username: string;
  readonly display_name: string;
}

/**
 * The mentions in a text: each `@` with a person's whole name behind it. If two names fit, the longer one counts.
 * [WC10]
 */
export function findMentions(content: string, people: readonly Mentionable[]): readonly ChatMention[] {
  const byLength = [...people].sort((a, b) => b.username.length - a.username.length);
  const points = [...content];
  const found: ChatMention[] = [];
  for (let offset = 0; offset < points.length && found.length < 20; offset++) {
    if (points[offset] !== '@' || isPartOfName(points[offset - 1])) continue;
    const behind = points
      .slice(offset + 1)
      .join('')
      .toLowerCase();
    const person = byLength.find(
      ({ username }) =>
        behind.startsWith(username.toLowerCase()) && !isPartOfName([...behind.slice(username.length)][0]),
    );
    if (person) found.push({ user_id: person.user_id, offset, length: [...person.username].length + 1 });
  }
  return found;
}

/** Names have letters, digits, `_` and `-`. */
function isPartOfName(point: string | undefined): boolean {
  return point !== undefined && /[\p{L}\p{N}_-]/u.test(point);
}

/** The unfinished name behind an `@`, right before the cursor; undefined: none. */
export function unfinishedMention(before: string): string | undefined {
  return /(?:^|[^\p{L}\p{N}_-])@([\p{L}\p{N}_-]{0,50})$/u.exec(before)?.[1];
}

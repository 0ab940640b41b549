import type { Emoji } from './emojis.ts';

/**
 * The emoji name that is being written: the word behind the last colon of `before`, the text before the cursor.
 * Undefined: none. Pure. [WEM5]
 */
export function unfinishedEmoji(before: string): string | undefined {
  return /(?:^|[\s(])(?<word>:[\p{L}\p{N}_+-]{2,30})$/u.exec(before)?.groups?.word?.slice(1);
}

/**
 * The emoji with the short name between colons at the end of `before`, and the position where that starts. Pure.
 * [WEM5]
 */
export function finishedEmoji(
  before: string,
  emojis: readonly Emoji[],
): { readonly emoji: Emoji; readonly start: number } | undefined {
  const code = /(?:^|[\s(]):(?<code>[a-z0-9_+-]{2,40}):$/.exec(before)?.groups?.code;
  const emoji = code === undefined ? undefined : emojis.find(({ shortcode }) => shortcode === code);
  return emoji && code !== undefined ? { emoji, start: before.length - code.length - 2 } : undefined;
}

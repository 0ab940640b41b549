import type { Emoji } from './emojis.ts';

/** The word behind a colon that is being written at the end of a text before the cursor; undefined: none. Pure. [WEM5] */
export function unfinishedEmoji(before: string): string | undefined {
  return /(?:^|[\s(])(?<word>:[\p{L}\p{N}_+-]{2,30})$/u.exec(before)?.groups?.word?.slice(1);
}

/** The emoji whose whole short name stands between colons at the end of the text, and where that begins. Pure. [WEM5] */
export function finishedEmoji(
  before: string,
  emojis: readonly Emoji[],
): { readonly emoji: Emoji; readonly start: number } | undefined {
  const code = /(?:^|[\s(]):(?<code>[a-z0-9_+-]{2,40}):$/.exec(before)?.groups?.code;
  const emoji = code === undefined ? undefined : emojis.find(({ shortcode }) => shortcode === code);
  return emoji && code !== undefined ? { emoji, start: before.length - code.length - 2 } : undefined;
}

import { type Emoji, fold } from './emojis.ts';

const isWrittenWithoutSpaces = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]+$/u;

/**
 * How well an emoji matches a word: smaller is better, undefined means no match. Its name counts more than its other
 * words.
 */
function fitOf({ words }: Emoji, term: string): number | undefined {
  const [name = '', ...others] = words;
  const shortcode = others.at(-1);
  if (name === term || shortcode === term) return 0;
  if (name.startsWith(term) || shortcode?.startsWith(term) || ` ${name} `.includes(` ${term} `)) return 1;
  if (others.includes(term)) return 2;
  if (name.includes(` ${term}`)) return 3;
  if (others.some((word) => word.startsWith(term))) return 4;
  const inside = isWrittenWithoutSpaces.test(term) ? term : ` ${term}`;
  return words.some((word) => word.includes(inside)) ? 5 : undefined;
}

/** The emoji that fit all words of `text`, the best first, `most` at most. Pure. [WEM1] */
export function findEmojis(emojis: readonly Emoji[], text: string, most: number): readonly Emoji[] {
  const whole = fold(text).replaceAll('_', ' ').trim();
  if (whole === '') return [];
  const terms = whole.split(/\s+/);
  const found = emojis.flatMap((emoji, place) => {
    const fits = terms.map((term) => fitOf(emoji, term));
    if (!fits.every((fit) => fit !== undefined)) return [];
    const best = fitOf(emoji, whole) ?? 6;
    return [{ emoji, place, rank: best * 10 + fits.reduce((sum, fit) => sum + fit, 0) }];
  });
  return found
    .sort((a, b) => a.rank - b.rank || a.place - b.place)
    .slice(0, most)
    .map(({ emoji }) => emoji);
}

/** The emoji in a search text, one entry each. */
export function emojisIn(text: string): readonly string[] {
  if (!/\p{Extended_Pictographic}|\p{RI}/u.test(text)) return [];
  const pieces = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.trim())];
  return pieces.map(({ segment }) => segment).filter((segment) => /\p{Extended_Pictographic}|\p{RI}/u.test(segment));
}

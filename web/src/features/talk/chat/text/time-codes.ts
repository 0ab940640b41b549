/** A piece of a text: words, or a time of the film. */
export type TimedPiece = { readonly text: string; readonly seconds?: number };

/**
 * `1:05`, `12:34` or `1:23:45`. Not inside another number, in a score like `1:1`, or before an indication such as `pm`.
 */
const timePattern = /(?<![\d:.,/-])(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)(?![\d:]|[.,]\d|\s?(?:am|pm|uhr)\b)/giu;

/** Splits a text into words and times of a film. [WC17] */
export function splitTimes(text: string): readonly TimedPiece[] {
  const pieces: TimedPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(timePattern)) {
    const [whole, hours = '0', minutes, seconds] = match;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: whole, seconds: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) });
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** A comment in the form of any document. `makeComment` converts it into our form or drops it. Pure. [DK2] [DK3] */
import type { DanmakuComment } from '../gen/api.ts';

/** Longest text, in characters, and longest film, in seconds: two days. */
const maxLetters = 200;
const maxSeconds = 2 * 86_400;

type Mode = DanmakuComment['mode'];
type Size = DanmakuComment['size'];

export interface RawComment {
  readonly seconds: unknown;
  readonly mode: Mode | undefined;
  /** A number of 24 bits, or `#rrggbb`. Anything else is white. */
  readonly color: unknown;
  readonly size?: Size;
  readonly text: unknown;
}

/** Undefined for a comment without a text, a time or a place in the picture. */
export function makeComment({ seconds, mode, color, size = 'normal', text }: RawComment): DanmakuComment | undefined {
  const position = numberOf(seconds);
  if (mode === undefined || position === undefined || position < 0 || position > maxSeconds) return undefined;
  const line = typeof text === 'string' ? toLine(text) : '';
  if (line === '') return undefined;
  return { position_seconds: Math.round(position * 1_000) / 1_000, mode, color: toColor(color), size, text: line };
}

/** A comment of Bilibili in XML: `<d p="time,mode,size,color,…">text</d>`. */
export function bilibiliComment(p: string, text: string): DanmakuComment | undefined {
  const [seconds, mode, size, color] = p.split(',');
  return makeComment({ seconds, mode: bilibiliMode(mode), size: bilibiliSize(size), color, text });
}

/** Old documents have control characters, which XML does not allow. */
export function withoutForbidden(document: string): string {
  return document.replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '');
}

/**
 * The modes of Bilibili: 1 to 3 and 6 cross the picture, 4 stands at the bottom, 5 at the top. Undefined for modes with
 * drawings or programs.
 */
export function bilibiliMode(mode: unknown): Mode | undefined {
  const number = numberOf(mode);
  if (number === 4) return 'bottom';
  if (number === 5) return 'top';
  return number === 1 || number === 2 || number === 3 || number === 6 ? 'scroll' : undefined;
}

/** Sizes of Bilibili are in pixels. Nearly all comments have 25; small is 18, large is 36. */
export function bilibiliSize(pixels: unknown): Size {
  const number = numberOf(pixels) ?? 25;
  return number < 25 ? 'small' : number > 25 ? 'large' : 'normal';
}

/**
 * The modes of DPlayer and ArtPlayer: 0 crosses the picture, 1 stands at the top, 2 at the bottom. Older documents have
 * words.
 */
export function playerMode(mode: unknown): Mode | undefined {
  if (mode === undefined || mode === 0 || mode === 'right' || mode === 'scroll') return 'scroll';
  if (mode === 1 || mode === 'top') return 'top';
  return mode === 2 || mode === 'bottom' ? 'bottom' : undefined;
}

/** A finite number, given as a number or as text. */
export function numberOf(value: unknown): number | undefined {
  const isWritten = typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value.trim());
  const number = typeof value === 'number' ? value : isWritten ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** `#rrggbb`. */
export function toColor(color: unknown): string {
  if (typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color)) return color.toLowerCase();
  const number = numberOf(color);
  if (number === undefined || !Number.isInteger(number) || number < 0 || number > 0xff_ff_ff) return '#ffffff';
  return `#${number.toString(16).padStart(6, '0')}`;
}

/** Keeps joiners inside of emoji. Removes other invisible characters and those that turn the direction of text. */
export function toLine(text: string, maxLength = maxLetters): string {
  const line = text
    .slice(0, 4 * maxLength)
    .replace(/(?!\u200d)[\s\p{C}\u115f\u1160\u2028\u2029\u2800\u3164\uffa0]+/gu, ' ')
    .trim();
  return [...line].slice(0, maxLength).join('').trim();
}

/** Small pictures from a whole film, as read from upstream, and their limits. */
import { isUrl } from '../../../../kernel/http/urls.ts';

/** Most pictures read from a document, and most pictures for viewers. */
export const maxRead = 50_000;
export const maxPictures = 5_000;
/** Pictures after this time are left out, in seconds: two days, as for comments. */
const maxSeconds = 172_800;
/** Longest side of a sheet, in pixels: the limit of JPEG. */
const maxPixels = 65_535;

/** A part of a sheet, in its pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Picture {
  readonly startSeconds: number;
  /** The sheet with this picture, upstream. */
  readonly sheet: URL;
  /** Absent: the sheet is the picture. */
  readonly part?: Part;
}

/** The document has no pictures in a known form. */
export class NoStoryboard extends Error {
  override readonly name = 'NoStoryboard';
}

/**
 * The pictures for viewers: valid ones, in the order of time. If there are too many, an even selection from the whole
 * film. [SD2] [SD3]
 */
export function possible(pictures: readonly Picture[]): readonly Picture[] {
  const sorted = pictures.filter(isPossible).sort((a, b) => a.startSeconds - b.startSeconds);
  if (sorted.length <= maxPictures) return sorted;
  const step = sorted.length / maxPictures;
  return Array.from({ length: maxPictures }, (_, i) => sorted[Math.floor(i * step)]!);
}

function isPossible({ startSeconds, part }: Picture): boolean {
  if (!(startSeconds >= 0 && startSeconds <= maxSeconds)) return false;
  if (!part) return true;
  const { x, y, width, height } = part;
  const areWhole = [x, y, width, height].every((value) => Number.isInteger(value) && value >= 0);
  return areWhole && width > 0 && height > 0 && x + width <= maxPixels && y + height <= maxPixels;
}

/** The address of a sheet; undefined if it is not HTTP, or has credentials. */
export function sheetAt(address: string, base: URL): URL | undefined {
  const url = isUrl(address, base.href) ? new URL(address, base) : undefined;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined;
}

/** Small pictures of one sheet, row by row from its upper left corner. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Size of one picture; undefined: unknown, so only a single picture can be shown. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

/** The pictures of a sheet that covers the film from `startSeconds` for `seconds`, one every `stepSeconds`. */
export function picturesOf(
  sheet: URL,
  { columns, rows, size }: Grid,
  { startSeconds, seconds, stepSeconds }: { startSeconds: number; seconds: number; stepSeconds: number },
): Picture[] {
  if (columns * rows === 1) return [{ startSeconds, sheet }];
  if (!size || !(stepSeconds > 0)) return [];
  // The last sheet may be partly filled.
  const count = Math.min(columns * rows, maxRead, Math.ceil(seconds / stepSeconds - 0.001));
  return Array.from({ length: Math.max(0, count) }, (_, i) => ({
    startSeconds: startSeconds + i * stepSeconds,
    sheet,
    part: { x: (i % columns) * size.width, y: Math.floor(i / columns) * size.height, ...size },
  }));
}

/** `10x5`; undefined for anything else. */
export function readPair(text: string | undefined): readonly [number, number] | undefined {
  const [, first, second] = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/i.exec(text?.trim() ?? '') ?? [];
  return first === undefined ? undefined : [Number(first), Number(second)];
}

/** Players show pictures about this wide, in pixels. */
const shownWidth = 160;

/** The best of several sizes: the smallest that is not blurred, else the largest. */
export function bestOf<T extends { readonly width: number }>(sizes: readonly T[]): T | undefined {
  const ascending = [...sizes].sort((a, b) => a.width - b.width);
  return ascending.find(({ width }) => width >= shownWidth) ?? ascending.at(-1);
}

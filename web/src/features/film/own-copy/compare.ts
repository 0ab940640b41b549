import type { OwnCopySource } from '@matinee/contract/gen/api.ts';

/** How a file differs from the one of the room. */
export type Difference =
  | { readonly kind: 'size'; readonly mine: number; readonly theirs: number }
  /** Positive: the own one is longer. */
  | { readonly kind: 'length'; readonly seconds: number }
  | { readonly kind: 'content' };

/** Seconds that two files of the same film may differ by: containers round. */
const sameLengthSeconds = 0.5;

/** Share of a size by which two sizes read alike. */
const sameSize = 0.005;

/** What a person should know before they play `mine` in the place of `theirs`, the most telling first; undefined: it is the same file. [WOC2] */
export function differenceOf(mine: OwnCopySource, theirs: OwnCopySource): Difference | undefined {
  if (mine.size_bytes === theirs.size_bytes && mine.fingerprint === theirs.fingerprint) return undefined;
  const seconds = (mine.duration_seconds ?? Number.NaN) - (theirs.duration_seconds ?? Number.NaN);
  if (Math.abs(seconds) > sameLengthSeconds) return { kind: 'length', seconds };
  if (Math.abs(mine.size_bytes - theirs.size_bytes) < theirs.size_bytes * sameSize) return { kind: 'content' };
  return { kind: 'size', mine: mine.size_bytes, theirs: theirs.size_bytes };
}

import type { OwnCopySource } from '@matinee/contract/gen/api.ts';

/** How the person's file differs from the room's. */
export type Difference =
  | { readonly kind: 'size'; readonly mine: number; readonly theirs: number }
  /** Positive: the person's own file is longer. */
  | { readonly kind: 'length'; readonly seconds: number }
  | { readonly kind: 'content' };

/** Files of the same film may differ by this many seconds: containers round. */
const sameLengthSeconds = 0.5;

/** Sizes that differ by less than this share look the same to a person. */
const sameSize = 0.005;

/**
 * The most telling difference between `mine` and `theirs`, to show before `mine` plays; undefined: it is the same file.
 * [WOC2]
 */
export function differenceOf(mine: OwnCopySource, theirs: OwnCopySource): Difference | undefined {
  if (mine.size_bytes === theirs.size_bytes && mine.fingerprint === theirs.fingerprint) return undefined;
  const seconds = (mine.duration_seconds ?? Number.NaN) - (theirs.duration_seconds ?? Number.NaN);
  if (Math.abs(seconds) > sameLengthSeconds) return { kind: 'length', seconds };
  if (Math.abs(mine.size_bytes - theirs.size_bytes) < theirs.size_bytes * sameSize) return { kind: 'content' };
  return { kind: 'size', mine: mine.size_bytes, theirs: theirs.size_bytes };
}

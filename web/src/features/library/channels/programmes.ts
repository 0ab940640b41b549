import type { ChannelGuide, Programme } from '@matinee/contract/gen/api.ts';

/** How long the page waits before it asks again for a guide that is being read, in milliseconds. */
const pendingMs = 2_000;
/** The shortest and the longest wait for anything else. */
const shortestMs = 5_000;
const longestMs = 10 * 60_000;

/** The current programme and the following ones. */
export interface Programmes {
  readonly now: Programme | undefined;
  readonly next: readonly Programme[];
}

/** `nowMs`: milliseconds since 1970, of the server's clock. Pure. [WCG1] */
export function programmesAt(guide: ChannelGuide | null | undefined, nowMs: number): Programmes {
  const left = (guide?.programmes ?? []).filter(({ ends_at }) => Date.parse(ends_at ?? '') > nowMs);
  const hasBegun = left[0] !== undefined && Date.parse(left[0].starts_at ?? '') <= nowMs;
  return hasBegun ? { now: left[0], next: left.slice(1) } : { now: undefined, next: left };
}

/** How long what is shown holds, in milliseconds; false: for good, as the item has no guide. Pure. [WCG1] */
export function holdsForMs(guide: ChannelGuide | null | undefined, nowMs: number): number | false {
  if (guide === null || guide === undefined) return false;
  if (guide.state === 'pending') return pendingMs;
  const { now, next } = programmesAt(guide, nowMs);
  const change = Date.parse(now?.ends_at ?? next[0]?.starts_at ?? '');
  return Math.min(Math.max(Number.isNaN(change) ? longestMs : change - nowMs, shortestMs), longestMs);
}

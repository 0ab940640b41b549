/** How far behind the dates of a live stream one player has to be, so that it goes on without a break. [SY88] */

/** Milliseconds; times are local. */
export interface LiveNeed {
  readonly ms: number;
  /** Since when the player follows, and when its need was last as large. */
  readonly sinceMs: number;
  readonly neededMs: number;
  /** When the need last began to grow, and from how much. */
  readonly growth: { readonly fromMs: number; readonly atMs: number };
}

/** The facts of one look. */
export interface NeedLook {
  readonly nowMs: number;
  /** False: the player is elsewhere, stands still, or has slept, so its data may be late for other reasons. */
  readonly isFollowing: boolean;
  /** True: at the beginning the last seconds come at once, so the first lags are those of old pictures. */
  readonly isBurst: boolean;
  /** The least that this way of reading needs. */
  readonly leastMs: number;
  /** How late the newest picture is, in milliseconds: at its best in the last seconds, and now. */
  readonly leastLagMs: number;
  readonly lagMs: number;
}

/** Least time between the newest loaded picture and the shown one, in milliseconds. */
const marginMs = 250;
/** Needs are multiples of this, in milliseconds, so that few changes are reported. */
const stepMs = 100;
/** Within this time after a player began to follow, in milliseconds, its lags say nothing about the line. */
const settleMs = 3_000;
/** Within `growEveryMs` a need grows by at most this, in milliseconds, so that everybody can follow by speed. */
const mostGrowthMs = 500;
const growEveryMs = 10_000;
/** A need that was too large for this long, in milliseconds, shrinks by one step of growth. */
const forgetMs = 60_000;
/** Largest need, in milliseconds. On a line that needs more, waiting does not help. */
export const mostNeedMs = 6_000;

const stepped = (ms: number) => Math.min(mostNeedMs, Math.ceil(ms / stepMs) * stepMs);

/** The need after one look. Pure. */
export function lookAtNeed(before: LiveNeed | undefined, look: NeedLook): LiveNeed {
  const { nowMs, leastMs, lagMs } = look;
  const isNew = before === undefined || nowMs - before.sinceMs < settleMs;
  const usualMs = stepped(look.isBurst && isNew ? leastMs : Math.max(leastMs, look.leastLagMs + marginMs));
  if (before === undefined) {
    const growth = { fromMs: usualMs, atMs: Number.NEGATIVE_INFINITY };
    return { ms: usualMs, sinceMs: nowMs, growth, neededMs: nowMs };
  }
  if (!look.isFollowing) return { ...before, ms: Math.max(usualMs, before.ms), sinceMs: nowMs };
  const nowNeededMs = stepped(Math.max(leastMs, lagMs + marginMs));
  if (usualMs > before.ms) return { ...before, ms: usualMs, neededMs: nowMs };
  if (nowNeededMs > before.ms && !isNew) return grown(before, nowNeededMs, nowMs);
  // One step less is not worth a move.
  if (Math.max(usualMs, nowNeededMs) >= before.ms - stepMs) return { ...before, neededMs: nowMs };
  if (nowMs - before.neededMs < forgetMs) return before;
  return { ...before, ms: Math.max(usualMs, before.ms - mostGrowthMs), neededMs: nowMs };
}

function grown(before: LiveNeed, wantedMs: number, nowMs: number): LiveNeed {
  const isNew = nowMs - before.growth.atMs >= growEveryMs;
  const growth = isNew ? { fromMs: before.ms, atMs: nowMs } : before.growth;
  const ms = Math.max(before.ms, Math.min(wantedMs, growth.fromMs + mostGrowthMs));
  return { ...before, ms, growth, neededMs: nowMs };
}

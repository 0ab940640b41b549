/**
 * When failures cause locks. Every `size` failures lock for the next duration in `lockSeconds`; the last one repeats.
 * After `eachAfter` failures, every further one locks.
 */
export interface Tiers {
  readonly size: number;
  /** How long failures are remembered, from the first one on, in milliseconds. */
  readonly windowMs: number;
  readonly lockSeconds: readonly number[];
  readonly eachAfter: number;
}

/** The attempts under one name. Times are milliseconds since 1970. */
export interface Tally {
  readonly failures: number;
  /** When all failures so far expire. */
  readonly endsAtMs: number;
  readonly lockedUntilMs: number;
  /** Attempts with an unknown outcome: by id, the time at which each counts as failed. */
  readonly open: Readonly<Record<string, number>>;
  /** Open attempts that were counted as failed when their time expired, among `failures`. */
  readonly lapsed: readonly string[];
}

/** Advances a stored tally to `nowMs`: drops expired failures, and counts overdue attempts as failed. Pure. */
export function tallyAt(stored: Tally | undefined, tiers: Tiers, nowMs: number): Tally {
  const { windowMs } = tiers;
  const fresh = { failures: 0, endsAtMs: nowMs + windowMs, lapsed: [] };
  const begun: Tally = { ...fresh, lockedUntilMs: 0, open: {}, ...stored };
  const kept = begun.endsAtMs > nowMs ? begun : { ...begun, ...fresh };
  const overdue = Object.entries(kept.open)
    .filter(([, deadlineMs]) => deadlineMs <= nowMs)
    .sort(([, one], [, other]) => one - other);
  return overdue.reduce((tally, [id, deadlineMs]) => lapse(tally, id, tiers, deadlineMs), kept);
}

/** Number of attempts that may begin now: as many as would cause the next lock if all of them failed. Pure. */
export function roomIn({ failures, open }: Tally, { size, eachAfter }: Tiers): number {
  const left = failures >= eachAfter ? 1 : size - (failures % size);
  return left - Object.keys(open).length;
}

/** The tally with a new open attempt. Pure. */
export function opened(tally: Tally, id: string, deadlineMs: number): Tally {
  return { ...tally, open: { ...tally.open, [id]: deadlineMs } };
}

/** The tally without an attempt that does not count. Pure. */
export function withdrawn(tally: Tally, id: string): Tally {
  const { [id]: _, ...open } = tally.open;
  return { ...tally, open };
}

/**
 * The tally after a wrong attempt, at `atMs`. An attempt that is not open was already counted or taken back, so it
 * changes nothing. Pure.
 */
export function failed(tally: Tally, id: string, { size, lockSeconds, eachAfter }: Tiers, atMs: number): Tally {
  if (tally.open[id] === undefined) return tally;
  const failures = tally.failures + 1;
  const locks = failures % size === 0 || failures > eachAfter;
  const seconds = lockSeconds[Math.min(Math.ceil(failures / size), lockSeconds.length) - 1]!;
  const lockedUntilMs = locks ? atMs + seconds * 1000 : tally.lockedUntilMs;
  return { ...withdrawn(tally, id), failures, lockedUntilMs };
}

function lapse(tally: Tally, id: string, tiers: Tiers, atMs: number): Tally {
  return { ...failed(tally, id, tiers, atMs), lapsed: [...tally.lapsed, id] };
}

/**
 * The tally after a right attempt. If the attempt was counted as failed meanwhile, removes its failure, and the lock:
 * without that failure there would be none. A failure that has expired or was already taken back changes nothing. Pure.
 */
export function tookBack(tally: Tally, id: string): Tally {
  if (tally.open[id] !== undefined) return withdrawn(tally, id);
  if (!tally.lapsed.includes(id)) return tally;
  const lapsed = tally.lapsed.filter((other) => other !== id);
  return { ...tally, lapsed, failures: tally.failures - 1, lockedUntilMs: 0 };
}

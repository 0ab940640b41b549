/** After every `size` failures a lock, longer each time up to the last length. After `eachAfter` failures every one locks. */
export interface Tiers {
  readonly size: number;
  /** How long failures are remembered, from the first one on. */
  readonly windowMs: number;
  readonly lockSeconds: readonly number[];
  readonly eachAfter: number;
}

/** What was tried under one name. Times are milliseconds since 1970. */
export interface Tally {
  readonly failures: number;
  /** When all failures so far are forgotten. */
  readonly endsAtMs: number;
  readonly lockedUntilMs: number;
  /** Attempts on their way, by id, and when each counts as failed if nothing is heard of it. */
  readonly open: Readonly<Record<string, number>>;
}

/** `stored` as it is at `nowMs`: what is forgotten is gone, and attempts of which nothing was heard have failed. Pure. */
export function tallyAt(stored: Tally | undefined, tiers: Tiers, nowMs: number): Tally {
  const { windowMs } = tiers;
  const begun = stored ?? { failures: 0, endsAtMs: nowMs + windowMs, lockedUntilMs: 0, open: {} };
  const kept = begun.endsAtMs > nowMs ? begun : { ...begun, failures: 0, endsAtMs: nowMs + windowMs };
  const lapsed = Object.entries(kept.open)
    .filter(([, deadlineMs]) => deadlineMs <= nowMs)
    .sort(([, one], [, other]) => one - other);
  return lapsed.reduce((tally, [id, deadlineMs]) => failed(tally, id, tiers, deadlineMs), kept);
}

/** Attempts that may begin now: until a lock is due, as many as would bring it if all of them failed. Pure. */
export function roomIn({ failures, open }: Tally, { size, eachAfter }: Tiers): number {
  const left = failures >= eachAfter ? 1 : size - (failures % size);
  return left - Object.keys(open).length;
}

/** An attempt begins. Pure. */
export function opened(tally: Tally, id: string, deadlineMs: number): Tally {
  return { ...tally, open: { ...tally.open, [id]: deadlineMs } };
}

/** An attempt was no attempt after all. Pure. */
export function withdrawn(tally: Tally, id: string): Tally {
  const { [id]: _, ...open } = tally.open;
  return { ...tally, open };
}

/** An attempt was wrong, at `atMs`; one that is not open was counted or forgiven already. Pure. */
export function failed(tally: Tally, id: string, { size, lockSeconds, eachAfter }: Tiers, atMs: number): Tally {
  if (tally.open[id] === undefined) return tally;
  const failures = tally.failures + 1;
  const locks = failures % size === 0 || failures > eachAfter;
  const seconds = lockSeconds[Math.min(Math.ceil(failures / size), lockSeconds.length) - 1]!;
  const lockedUntilMs = locks ? atMs + seconds * 1000 : tally.lockedUntilMs;
  return { ...withdrawn(tally, id), failures, lockedUntilMs };
}

/** An attempt was right. If it counted as failed meanwhile, that is taken back, with the lock that it may have brought. Pure. */
export function tookBack(tally: Tally, id: string): Tally {
  if (tally.open[id] !== undefined) return withdrawn(tally, id);
  return { ...tally, failures: Math.max(0, tally.failures - 1), lockedUntilMs: 0 };
}

/**
 * Deviation, in milliseconds, from which on a process reports that it is not ready: `clock_deviation_ms` in the
 * contract.
 */
const apartMs = 1_000;

/** True when a process's clock is so far from the database's that it accepts no users. Pure. [WU6] */
export function isApart(deviationMs: number): boolean {
  return Math.abs(deviationMs) > apartMs;
}

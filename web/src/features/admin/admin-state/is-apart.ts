/** From this deviation on, in milliseconds, a process says that it is not ready: `clock_deviation_ms` in the contract. */
const apartMs = 1_000;

/** True when the time of a process is so far from that of the database that it takes nobody in. Pure. [WU6] */
export function isApart(deviationMs: number): boolean {
  return Math.abs(deviationMs) > apartMs;
}

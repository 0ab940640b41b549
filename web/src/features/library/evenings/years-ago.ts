/** A day lasts until four in the morning, in milliseconds after midnight, as on the server. */
const nightMs = 4 * 60 * 60_000;

/** How many years ago an evening began that began on this day of the year. Pure. [WEV3] */
export function yearsAgo(startedAt: string, nowMs: number): number {
  const yearOf = (ms: number) => new Date(ms - nightMs).getFullYear();
  return yearOf(nowMs) - yearOf(Date.parse(startedAt));
}

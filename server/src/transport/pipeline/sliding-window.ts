/**
 * Counts calls over a window that slides. Two fixed windows are counted; of the earlier one counts the share that the sliding window
 * still covers. So a burst at the end of one and another at the start of the next are not both let through.
 */

/** Counters with an end; the key-value store, so that replicas share one budget. */
export interface RateCounter {
  get(key: string): Promise<string | undefined>;
  /** Adds `by` (1) to `key` and gives the sum; the first addition starts its life of `ttlMs`. */
  increment(key: string, ttlMs: number, by?: number): Promise<number>;
}

/** Takes one call of `key` at `nowMs`. Gives 0 when it passes, else after how many milliseconds one would, if nobody else calls. */
export async function takeFromWindow(
  counter: RateCounter,
  key: string,
  { limit, windowMs }: { readonly limit: number; readonly windowMs: number },
  nowMs: number,
): Promise<number> {
  const index = Math.floor(nowMs / windowMs);
  const passed = nowMs / windowMs - index;
  const currentKey = `${key}:${index}`;
  const lifeMs = 2 * windowMs;
  const [current, earlier] = await Promise.all([
    counter.increment(currentKey, lifeMs),
    counter.get(`${key}:${index - 1}`),
  ]);
  const previous = Number(earlier ?? 0);
  if (previous * (1 - passed) + current <= limit) return 0;
  // A refused call does not count, or whoever asks again and again would never be let in.
  await counter.increment(currentKey, lifeMs, -1);
  return (passingShare(previous, current, limit) - passed) * windowMs;
}

/** Share of the current window after which a call passes; above 1 in the next window, in which the current one is the earlier. */
function passingShare(previous: number, current: number, limit: number): number {
  if (current <= limit) return 1 - (limit - current) / previous;
  return 1 + Math.min(1, 1 - (limit - 1) / (current - 1));
}

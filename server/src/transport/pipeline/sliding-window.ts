/**
 * Counts calls in a sliding window, by two fixed windows: the current one, and the previous one weighted by the share
 * that the sliding window still covers. So a burst at the end of one window and another at the start of the next cannot
 * both pass.
 */

/** Counters that expire. They are in the key-value store, so that replicas share one budget. */
export interface RateCounter {
  get(key: string): Promise<string | undefined>;
  /** Adds `by` (default 1) to `key` and returns the sum. The first addition sets the key to expire after `ttlMs`. */
  increment(key: string, ttlMs: number, by?: number): Promise<number>;
}

/**
 * Counts one call of `key` at `nowMs`. Returns 0 if it is allowed, otherwise the milliseconds until a call is allowed
 * if no others come.
 */
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
  // A refused call does not count. Otherwise a client that keeps retrying would never be allowed again.
  await counter.increment(currentKey, lifeMs, -1);
  return (passingShare(previous, current, limit) - passed) * windowMs;
}

/**
 * The share of the current window after which a call is allowed. Above 1: in the next window, when the current one has
 * become the previous one.
 */
function passingShare(previous: number, current: number, limit: number): number {
  if (current <= limit) return 1 - (limit - current) / previous;
  return 1 + Math.min(1, 1 - (limit - 1) / (current - 1));
}

/** Random draws from a seed, so that a failed run can be repeated. */
export interface Draws {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  /** True in one of `n` draws. */
  oneIn(n: number): boolean;
  pick<T>(all: readonly T[]): T;
}

/** A 32-bit xorshift generator (Marsaglia, 2003). */
export function drawsOf(seed: number): Draws {
  let state = (seed + 1) * 0x9e3779b1;
  const below = (limit: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  return { below, oneIn: (n) => below(n) === 0, pick: (all) => all[below(all.length)]! };
}

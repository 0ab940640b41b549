import { randomBytes } from 'node:crypto';

/** Randomness, passed in so that tests can repeat a run. */
export interface Random {
  /** `length` unpredictable bytes. */
  bytes(length: number): Buffer;
}

/** Random bytes per request to the operating system. A request costs the same for 16 bytes as for thousands. */
const poolBytes = 4_096;
const mostFromPool = 64;
let pool = Buffer.alloc(0);

/** The operating system's generator. Does not keep bytes that it has handed out. */
export const systemRandom: Random = {
  bytes(length) {
    if (length > mostFromPool) return randomBytes(length);
    if (pool.length < length) pool = randomBytes(poolBytes);
    const bytes = Buffer.alloc(length);
    pool.copy(bytes);
    pool.fill(0, 0, length);
    pool = pool.subarray(length);
    return bytes;
  },
};

/** A whole number from 0 up to but not including `end`, uniformly distributed. `end` is at most 65 536. */
export function randomBelow(random: Random, end: number): number {
  // Numbers beyond the last whole multiple of `end` would make small results more likely.
  const fair = 65_536 - (65_536 % end);
  for (;;) {
    const number = random.bytes(2).readUInt16BE();
    if (number < fair) return number % end;
  }
}

/** A secret for single use, as URL-safe text: 32 bytes, 43 characters. */
export function secretText(random: Random): string {
  return random.bytes(32).toString('base64url');
}

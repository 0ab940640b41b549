import { randomBytes } from 'node:crypto';

/** Randomness, passed in so that tests can repeat a run. */
export interface Random {
  /** `length` unpredictable bytes. */
  bytes(length: number): Buffer;
}

/** The operating system's generator. */
export const systemRandom: Random = { bytes: randomBytes };

/** A secret for one use, as URL-safe text: 32 bytes, 43 characters. */
export function secretText(random: Random): string {
  return random.bytes(32).toString('base64url');
}

/** The id under which a request is found again in logs: the caller's, if it is sane, else a new one. */
import { systemRandom } from '../kernel/random.ts';

const sane = /^[A-Za-z0-9._-]{1,64}$/;

/** `given` when it may be written into headers and logs as it is, else 128 random bits in hexadecimal. */
export function requestIdOf(given: unknown): string {
  return typeof given === 'string' && sane.test(given) ? given : systemRandom.bytes(16).toString('hex');
}

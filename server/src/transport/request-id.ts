/** The id of a request in logs: the caller's id if it is safe, otherwise a new one. */
import { systemRandom } from '../kernel/random.ts';

const sane = /^[A-Za-z0-9._-]{1,64}$/;

/** `given` if it can be written unchanged into headers and logs, otherwise 128 random bits in hexadecimal. */
export function requestIdOf(given: unknown): string {
  return typeof given === 'string' && sane.test(given) ? given : systemRandom.bytes(16).toString('hex');
}

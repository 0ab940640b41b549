import anyAscii from 'any-ascii';
import { isReservedName } from '../users/reserved-names.port.ts';

/**
 * Minimum and maximum length of a username in characters, as in `SetUsernameRequest`; the maximum leaves room for a
 * suffix.
 */
const [minLength, maxLength] = [3, 48];

/**
 * The username for an account that was created with a display name only: its words in Latin letters, joined by `_`.
 * [DN4]
 */
export function madeUsername(displayName: string): string {
  const made = anyAscii(displayName.normalize('NFKC'))
    .replace(/['`"]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, maxLength);
  return made.length < minLength || isReservedName(made) ? `${made || 'friend'}_1` : made;
}

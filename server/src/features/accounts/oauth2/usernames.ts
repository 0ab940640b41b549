import type { Random } from '../../../kernel/random.ts';
import { isReservedName } from '../users/reserved-names.port.ts';

/** Shortest and longest username in characters, as in `SetUsernameRequest`. */
const [minLength, maxLength] = [3, 50];

/**
 * A username for a new user with these names from a provider: the first name that can be converted, otherwise `user`.
 * Skips email addresses, because usernames are public, and reserved names. `attempt` 0 returns the plain name; later
 * attempts append random digits. Pure except for `random`. [OA16]
 */
export function suggestUsername(names: readonly string[], attempt: number, random: Random): string {
  const base =
    names
      .filter((name) => !name.includes('@'))
      .map(toUsername)
      .find((name) => isLongEnough(name) && !isReservedName(name)) ?? 'user';
  if (attempt === 0) return base;
  const digits = String(10_000 + (random.bytes(4).readUInt32BE() % 90_000));
  return `${[...base].slice(0, maxLength - digits.length - 1).join('')}_${digits}`;
}

/**
 * Replaces each run of characters other than letters, digits, `_` and `-` with one `_`. Removes `_` and `-` from both
 * ends.
 */
function toUsername(name: string): string {
  const plain = name.normalize('NFKC').replace(/[^\p{L}\p{N}_-]+/gu, '_');
  const cut = [...plain.replace(/^[_-]+/, '')].slice(0, maxLength);
  while (['_', '-'].includes(cut.at(-1) ?? '')) cut.pop();
  return cut.join('');
}

function isLongEnough(username: string): boolean {
  return [...username].length >= minLength;
}

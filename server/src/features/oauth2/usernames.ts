import type { Random } from '../../kernel/random.ts';

/** Bounds of usernames in characters; those of `SetUsernameRequest`. */
const [minLength, maxLength] = [3, 50];

/**
 * A username for somebody whom a provider calls by one of `names`: the first one that makes one, else `user`. Addresses are passed
 * over, since usernames are public. `attempt` 0 is the plain name; later ones end in random digits. Pure but for `random`. [OA16]
 */
export function suggestUsername(names: readonly string[], attempt: number, random: Random): string {
  const base =
    names
      .filter((name) => !name.includes('@'))
      .map(toUsername)
      .find(isLongEnough) ?? 'user';
  if (attempt === 0) return base;
  const digits = String(10_000 + (random.bytes(4).readUInt32BE() % 90_000));
  return `${[...base].slice(0, maxLength - digits.length - 1).join('')}_${digits}`;
}

/** What is no letter, digit, `_` or `-` becomes one `_`, but not at the ends. */
function toUsername(name: string): string {
  const plain = name.normalize('NFKC').replace(/[^\p{L}\p{N}_-]+/gu, '_');
  const cut = [...plain.replace(/^[_-]+/, '')].slice(0, maxLength).join('');
  return cut.replace(/[_-]+$/, '');
}

function isLongEnough(username: string): boolean {
  return [...username].length >= minLength;
}

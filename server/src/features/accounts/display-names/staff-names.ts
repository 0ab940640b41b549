import { isReservedName } from '../users/reserved-names.port.ts';

/** Words that may stand beside a reserved name without making it a different name: "The Matinee Team". */
const besides = new Set(['the', 'team', 'staff', 'official', 'server', 'service', 'das', 'der', 'die', 'dein', 'your']);

/**
 * Digits and letters of other scripts that look like a Latin letter of a reserved name. From the table of confusable
 * characters of Unicode Technical Standard 39.
 */
const looksLike: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', ı: 'i' },
  ...{ а: 'a', е: 'e', ѕ: 's', і: 'i', о: 'o', р: 'p', т: 't', м: 'm', п: 'n', г: 'r', у: 'y', ԁ: 'd', ո: 'n', ս: 'u' },
  ...{ α: 'a', ε: 'e', ι: 'i', ο: 'o', ρ: 'p', τ: 't', υ: 'u', μ: 'm', η: 'n', օ: 'o' },
};
/** Symbols that look like a letter inside a word. Elsewhere they only separate words. */
const signs: Readonly<Record<string, string>> = { '@': 'a', $: 's', '!': 'i', '|': 'i' };

/**
 * Whether people could mistake a name for one of the server's staff, in any spelling with letters, marks and symbols.
 * [DN3]
 */
export function looksLikeStaff(name: string): boolean {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return [looksLike, { ...looksLike, ...signs }].some((letters) =>
    isStaff([...plain].map((one) => letters[one] ?? one).join('')),
  );
}

function isStaff(letters: string): boolean {
  const words = letters.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (isReservedName(words.join(''))) return true;
  return words.some(isReservedName) && words.every((word) => isReservedName(word) || besides.has(word));
}

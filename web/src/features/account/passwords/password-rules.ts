import { hasHiddenCharacter } from '@matinee/contract/shown-text.ts';

export type PasswordRule = 'length' | 'upper' | 'lower' | 'digit';

/**
 * Which rules `password` keeps: 8 to 128 characters with an upper-case letter, a lower-case letter and a digit, of any
 * script. [WS1]
 */
export function checkPassword(password: string): Readonly<Record<PasswordRule, boolean>> {
  const length = [...password].length;
  return {
    length: length >= 8 && length <= 128,
    upper: /\p{Lu}/u.test(password),
    lower: /\p{Ll}/u.test(password),
    digit: /\p{Nd}/u.test(password),
  };
}

/** True for 3 to 50 letters, digits, `_` or `-`. [WS2] */
export function isUsername(name: string): boolean {
  return /^[\p{L}\p{N}_-]{3,50}$/u.test(name) && !hasHiddenCharacter(name);
}

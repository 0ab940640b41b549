import { createHmac, hkdfSync } from 'node:crypto';
import type { Random } from '../../../kernel/random.ts';

/** 32 characters of five bits each, without I, 1, O and 0, which people confuse. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const groups = /^([2-9A-HJ-NP-Z]{4})([2-9A-HJ-NP-Z]{4})([2-9A-HJ-NP-Z]{4})$/;

/** Number of codes in a set. */
export const recoveryCodeCount = 10;

/**
 * Makes recovery codes and hashes them. An attacker who steals the hashes cannot guess the codes without the key.
 * [MF12] [MF13]
 */
export interface RecoveryCodes {
  /** Ten codes, `XXXX-XXXX-XXXX`, of 60 random bits each. */
  make(): string[];
  /**
   * The stored form of a code that a user typed, in any case and with any spaces and dashes. Undefined if the text
   * cannot be a code.
   */
  hash(userId: string, typed: string): Buffer | undefined;
}

/** `secret` must be a secret of the server that never changes. With another one, no stored code works any more. */
export function makeRecoveryCodes(secret: string, random: Random): RecoveryCodes {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'matinee recovery codes', 32));
  return {
    make: () =>
      Array.from({ length: recoveryCodeCount }, () => {
        const code = [...random.bytes(12)].map((byte) => alphabet[byte & 31]).join('');
        return code.replace(groups, '$1-$2-$3');
      }),
    hash(userId, typed) {
      const code = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
      if (!groups.test(code)) return undefined;
      return createHmac('sha256', key).update(`${userId}:${code}`).digest();
    },
  };
}

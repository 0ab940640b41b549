import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { countTry, type EmailTokenTables, insertToken, isTokenUsed, useToken } from './email-tokens.store.ts';

/** The purposes of mailed codes. A code for one purpose does not work for another. */
export type TokenPurpose = 'sign_in' | 'registration' | 'verification' | 'password_reset' | 'mfa';

/** Lifetime of a code of each purpose, in milliseconds. */
export const tokenLifeMs: Readonly<Record<TokenPurpose, number>> = {
  sign_in: 900_000,
  registration: 900_000,
  verification: 86_400_000,
  password_reset: 3_600_000,
  mfa: 300_000,
};

/** After this many attempts a code no longer works. */
const maxTries = 5;
/** 32 characters that people do not confuse with each other. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 8;

/** The data of a code. */
export interface MailedToken {
  readonly purpose: TokenPurpose;
  /** The subject to which the code is bound, besides the purpose. */
  readonly subject: string;
  /** Empty if there is no account yet. */
  readonly userId: string;
  readonly address: string;
  /** Language of the request (RFC 5646); absent or empty: unknown. */
  readonly language?: string;
}

/** The data stored with a code. */
export type TokenContents = Required<Pick<MailedToken, 'userId' | 'address' | 'language'>>;

/** Makes and checks mailed codes. */
export interface EmailTokens {
  /** Stores a new code. Returns the code and its expiry. */
  issue(tx: Tx, token: MailedToken, requestedAtMs: number): Promise<{ code: string; expiresAtMs: number }>;
  /**
   * Tries a code: counts the attempt, then compares. A right code is used up, together with all others of its purpose
   * and subject. Undefined: wrong, expired, used, tried too often, or for another subject.
   */
  take(purpose: TokenPurpose, subject: string, code: string): Promise<TokenContents | undefined>;
  /** Whether this is a right code that was already used and has not expired. Counts no attempt. */
  wasUsed(purpose: TokenPurpose, subject: string, code: string): Promise<boolean>;
}

interface TokenParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  /** A secret of the server. Without it, an attacker could derive such short codes from their stored hashes. */
  readonly secret: string;
}

/** [EM1]–[EM4] */
export function makeEmailTokens({ db, clock, random, ids, secret }: TokenParts): EmailTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'matinee mailed codes', 32));
  const hashOf = (purpose: TokenPurpose, subject: string, code: string) =>
    createHmac('sha256', key).update(`${purpose}\0${subject}\0${code}`).digest();

  return {
    async issue(tx, { purpose, subject, userId, address, language = '' }, requestedAtMs) {
      const code = makeCode(random);
      const expiresAtMs = requestedAtMs + tokenLifeMs[purpose];
      await insertToken(tx.query<EmailTokenTables>(), {
        id: ids.make('etk'),
        purpose,
        subject,
        user_id: userId,
        address,
        language,
        hash: hashOf(purpose, subject, bareCode(code)),
        created_at: dateOf(requestedAtMs),
        expires_at: dateOf(expiresAtMs),
      });
      return { code, expiresAtMs };
    },
    take: (purpose, subject, code) =>
      db.write(async (tx) => {
        const tables = tx.query<EmailTokenTables>();
        const given = hashOf(purpose, subject, bareCode(code));
        const tried = await countTry(tables, purpose, subject, maxTries, dateOf(clock.nowMs()));
        const found = tried.find(({ hash }) => timingSafeEqual(hash, given));
        if (!found) return undefined;
        await useToken(tables, purpose, subject, found.id, dateOf(clock.nowMs()));
        return { userId: found.user_id, address: found.address, language: found.language };
      }),
    wasUsed: (purpose, subject, code) =>
      isTokenUsed(db.query<EmailTokenTables>(), purpose, subject, hashOf(purpose, subject, bareCode(code))),
  };
}

/**
 * `XXXX-XXXX`: 40 bits, too many to guess with five attempts per code. Since 256 is 8 × 32, every byte gives a
 * character without bias.
 */
function makeCode(random: Random): string {
  const text = [...random.bytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** The comparison form of codes: case, spaces and dashes do not matter. */
function bareCode(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

import { createHash } from 'node:crypto';
import { type Random, secretText } from '../../kernel/random.ts';
import type { KeyValue } from './key-value.ts';

/** Default lifetime of a value, in milliseconds: long enough for a person to answer a question. */
const defaultLifeMs = 300_000;

/**
 * Single-use values that are kept until a client returns with their name: challenges, tickets, verifications, states.
 * Reading deletes a value in the same step, before any check, so a wrong answer uses it up too. [ST48]
 * @throws AppError `store.key_value_unavailable` from every call while the store is unavailable; nothing is then
 * accepted.
 */
export interface OneTimeValues<T> {
  /** Stores `value` and returns its name: 32 random bytes that only the client knows. */
  keep(value: T): Promise<string>;
  /** Stores `value` under a name that is already secret and unique. Replaces a value with the same name. */
  keepAs(name: string, value: T): Promise<void>;
  /** Exactly one of many concurrent callers gets the value; undefined if the name is unknown, expired or used up. */
  take(name: string): Promise<T | undefined>;
}

/**
 * `purpose` is the first part of the keys, so a value of one purpose does not work for another. Values are stored as
 * JSON, names as SHA-256: reading the key-value store does not reveal usable names.
 */
export function makeOneTimeValues<T>(
  { keyValue, random }: { readonly keyValue: KeyValue; readonly random: Random },
  purpose: string,
  lifeMs = defaultLifeMs,
): OneTimeValues<T> {
  const key = (name: string) => `${purpose}:${createHash('sha256').update(name).digest('base64url')}`;
  async function keepAs(name: string, value: T): Promise<void> {
    await keyValue.set(key(name), JSON.stringify(value), { ttlMs: lifeMs });
  }
  return {
    async keep(value) {
      const name = secretText(random);
      await keepAs(name, value);
      return name;
    },
    keepAs,
    async take(name) {
      const text = await keyValue.take(key(name));
      return text === undefined ? undefined : (JSON.parse(text) as T);
    },
  };
}

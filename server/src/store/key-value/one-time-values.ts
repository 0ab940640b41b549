import { createHash } from 'node:crypto';
import { type Random, secretText } from '../../kernel/random.ts';
import type { KeyValue } from './key-value.ts';

/**
 * How long a value waits unless its feature says otherwise, in milliseconds: long enough for a person to answer a
 * question.
 */
const defaultLifeMs = 300_000;

/**
 * Values that are kept until a client comes back with their name, and serve once: challenges, tickets, verifications,
 * states. Reading deletes a value in the same step, before any check: a wrong answer uses it up too. [ST48]
 * @throws AppError `store.key_value_unavailable` from every call when the store cannot be reached; nothing is accepted
 * then.
 */
export interface OneTimeValues<T> {
  /** Keeps `value` and gives its name: 32 random bytes that only the client knows. */
  keep(value: T): Promise<string>;
  /** Keeps `value` under a name that is already secret and unique. Replaces a value of the same name. */
  keepAs(name: string, value: T): Promise<void>;
  /** Exactly one of many concurrent callers gets the value; undefined for a name that is unknown, expired or taken. */
  take(name: string): Promise<T | undefined>;
}

/**
 * `purpose` is the first part of the keys, so a value for one purpose cannot be taken for another. Values are stored as
 * JSON, names as SHA-256: a reader of the key-value store cannot use the values.
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

import { createHash } from 'node:crypto';
import { type Random, secretText } from '../../kernel/random.ts';
import type { KeyValue } from './key-value.ts';

/** Life of what a client has to answer, in milliseconds. */
const lifeMs = 300_000;

/** Steps that are begun with one call and finished once with another. What is kept between them is taken away before it is looked at. [ST48] */
export interface Challenges<T> {
  /** Keeps `value` and gives its name, which only the client knows: it is stored hashed. */
  begin(value: T): Promise<string>;
  /** Of many who come at once exactly one gets the value; undefined for a name that is unknown, too old or was used. */
  take(name: string): Promise<T | undefined>;
}

/** `purpose` is the first part of the keys: a challenge for one thing answers nothing else. */
export function makeChallenges<T>(keyValue: KeyValue, random: Random, purpose: string): Challenges<T> {
  const key = (name: string) => `${purpose}:${createHash('sha256').update(name).digest('base64url')}`;
  return {
    async begin(value) {
      const name = secretText(random);
      await keyValue.set(key(name), JSON.stringify(value), { ttlMs: lifeMs });
      return name;
    },
    async take(name) {
      const text = await keyValue.take(key(name));
      return text === undefined ? undefined : (JSON.parse(text) as T);
    },
  };
}

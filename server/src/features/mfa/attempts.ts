import { createHash } from 'node:crypto';
import { type Random, secretText } from '../../kernel/random.ts';
import type { KeyValue } from '../../store/key-value/key-value.ts';

/** Tries that an attempt has. */
export const maxTries = 5;

/** Attempts to prove something: they live for a while, have five tries however many come at once, and end with success. [MF3] */
export interface Attempts<T> {
  /** Gives the id, which only the client knows: it is stored hashed. */
  begin(value: T): Promise<{ id: string; expiresAtMs: number }>;
  /** The value that the attempt was begun with; undefined when it has ended. Takes no try. */
  find(id: string): Promise<T | undefined>;
  /** Takes one of the tries, before anything is verified. False when it has ended or none is left; tries that were taken may still succeed. */
  takeTry(id: string): Promise<boolean>;
  /** Ends it. Of many who come at once exactly one gets true. */
  end(id: string): Promise<boolean>;
}

/** The id of an attempt as it is stored and as others may key by it: 64 hexadecimal characters. */
export function hashId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** `name` is the first part of the keys. */
export function makeAttempts<T>(
  { keyValue, random, nowMs }: { keyValue: KeyValue; random: Random; nowMs: () => number },
  name: string,
  lifeMs: number,
): Attempts<T> {
  const key = (id: string) => `${name}:${hashId(id)}`;
  return {
    async begin(value) {
      const id = secretText(random);
      const expiresAtMs = Math.floor(nowMs()) + lifeMs;
      await keyValue.set(key(id), JSON.stringify(value), { ttlMs: lifeMs });
      return { id, expiresAtMs };
    },
    async find(id) {
      const text = await keyValue.get(key(id));
      return text === undefined ? undefined : (JSON.parse(text) as T);
    },
    takeTry: async (id) =>
      (await keyValue.get(key(id))) !== undefined && (await keyValue.increment(`${key(id)}:tries`, lifeMs)) <= maxTries,
    end: (id) => keyValue.delete(key(id)),
  };
}

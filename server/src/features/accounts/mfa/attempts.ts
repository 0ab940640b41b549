import { createHash } from 'node:crypto';
import { type Random, secretText } from '../../../kernel/random.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';

/** Maximum number of tries per attempt. */
export const maxTries = 5;

/**
 * Attempts to prove an identity. An attempt has a limited lifetime and five tries, even if several arrive at the same
 * time. Success ends it. [MF3]
 */
export interface Attempts<T> {
  /** Begins an attempt and returns its id. Only the client knows the id: the server stores its hash. */
  begin(value: T): Promise<{ id: string; expiresAtMs: number }>;
  /** The value with which the attempt was begun; undefined if the attempt has ended. Uses no try. */
  find(id: string): Promise<T | undefined>;
  /**
   * Uses one try; call it before verifying. False if the attempt has ended or has no try left. Earlier tries may still
   * succeed.
   */
  takeTry(id: string): Promise<boolean>;
  /** Ends the attempt. Of many concurrent callers, exactly one gets true. */
  end(id: string): Promise<boolean>;
}

/** The hashed id, for storage and for other keys that belong to the attempt: 64 hexadecimal characters. */
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

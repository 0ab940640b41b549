import { createHash } from 'node:crypto';
import type { Passwords } from '../../drivers/passwords/passwords.ts';
import { type Random, secretText } from '../../kernel/random.ts';
import type { KeyValue } from '../../store/key-value/key-value.ts';
import { authErrors } from '../sessions/sessions.port.ts';

/** New passwords that stay on the client, in two calls. */
export interface NewPasswords {
  /** Begins one and remembers `about` (JSON) for 300 s. @throws AppError `auth.invalid_opaque_message`. */
  start(
    kind: 'registration' | 'reset',
    userId: string,
    request: Uint8Array,
    about: object,
  ): Promise<{ id: string; response: Uint8Array }>;
  /** Uses the start up, then reads what the client made. @throws AppError `auth.challenge_expired`, `auth.invalid_opaque_message`. */
  finish<T>(kind: 'registration' | 'reset', id: string, upload: Uint8Array): Promise<{ about: T; record: string }>;
}

type OpaqueHalf = Pick<Passwords, 'answerRegistration' | 'acceptRecord'>;

const lifeMs = 300_000;

/** Only the hash of an id is kept, so that who reads the key-value store can finish nothing. */
export function makeNewPasswords(keyValue: KeyValue, random: Random, passwords: OpaqueHalf): NewPasswords {
  const keyOf = (kind: string, id: string) =>
    `new-password:${kind}:${createHash('sha256').update(id).digest('base64url')}`;
  return {
    async start(kind, userId, request, about) {
      const response = await passwords.answerRegistration(userId, request);
      if (!response) throw authErrors.invalid_opaque_message();
      const id = secretText(random);
      await keyValue.set(keyOf(kind, id), JSON.stringify(about), { ttlMs: lifeMs });
      return { id, response };
    },
    async finish<T>(kind: 'registration' | 'reset', id: string, upload: Uint8Array) {
      const stored = await keyValue.take(keyOf(kind, id));
      if (stored === undefined) throw authErrors.challenge_expired();
      const record = await passwords.acceptRecord(upload);
      if (record === undefined) throw authErrors.invalid_opaque_message();
      return { about: JSON.parse(stored) as T, record };
    },
  };
}

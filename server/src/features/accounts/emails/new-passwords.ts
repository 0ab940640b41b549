import type { Passwords } from '../../../drivers/passwords/passwords.ts';
import type { Random } from '../../../kernel/random.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { makeOneTimeValues } from '../../../store/key-value/one-time-values.ts';
import { authErrors } from '../sessions/sessions.port.ts';

/** Sets new passwords by OPAQUE, in two calls: the password never leaves the client. */
export interface NewPasswords {
  /** Starts a new password and stores `about` (JSON) for 300 s. @throws AppError `auth.invalid_opaque_message`. */
  start(
    kind: 'registration' | 'reset',
    userId: string,
    request: Uint8Array,
    about: object,
  ): Promise<{ id: string; response: Uint8Array }>;
  /**
   * Uses up the start, then reads the client's upload. @throws AppError `auth.challenge_expired`,
   * `auth.invalid_opaque_message`.
   */
  finish<T>(kind: 'registration' | 'reset', id: string, upload: Uint8Array): Promise<{ about: T; record: string }>;
}

type OpaqueHalf = Pick<Passwords, 'answerRegistration' | 'acceptRecord'>;

export function makeNewPasswords(keyValue: KeyValue, random: Random, passwords: OpaqueHalf): NewPasswords {
  const started = {
    registration: makeOneTimeValues<object>({ keyValue, random }, 'new-password:registration'),
    reset: makeOneTimeValues<object>({ keyValue, random }, 'new-password:reset'),
  };
  return {
    async start(kind, userId, request, about) {
      const response = await passwords.answerRegistration(userId, request);
      if (!response) throw authErrors.invalid_opaque_message();
      return { id: await started[kind].keep(about), response };
    },
    async finish<T>(kind: 'registration' | 'reset', id: string, upload: Uint8Array) {
      const about = await started[kind].take(id);
      if (about === undefined) throw authErrors.challenge_expired();
      const record = await passwords.acceptRecord(upload);
      if (record === undefined) throw authErrors.invalid_opaque_message();
      return { about: about as T, record };
    },
  };
}

import { createHash } from 'node:crypto';
import type { Passwords } from '../../../../drivers/passwords/passwords.ts';
import type { OneTimeValues } from '../../../../store/key-value/one-time-values.ts';
import { authErrors } from '../../../accounts/sessions/sessions.port.ts';
import { roomErrors } from '../rooms.errors.ts';
import type { RoomView } from '../rooms.store.ts';
import type { PasswordCheck } from './password-check.ts';

/** State between the two steps of joining with a password that the client does not send. */
export interface StartedRoomLogin {
  /** The driver's state for checking KE3. */
  readonly state: string;
  readonly roomId: string;
  readonly userId: string;
  /** Digest of the record, so that the record itself is not kept in a second store. */
  readonly record: string;
}

interface Parts {
  readonly passwords: Passwords;
  readonly check: PasswordCheck;
  readonly logins: OneTimeValues<StartedRoomLogin>;
}

/** Proofs of a room's password by OPAQUE: the server does not see the password. [RO21] */
export function makeRoomPasswordLogins({ passwords, check, logins }: Parts) {
  return {
    /**
     * Starts a login. With the answer, the client can test one password offline, so the guess counts from here on.
     * `row` must have a password.
     */
    async start(row: RoomView, userId: string, request: Uint8Array) {
      await check.count(row.id, userId);
      const started = await passwords.startLogin(row.id, row.password_record ?? undefined, request);
      if (!started) throw authErrors.invalid_opaque_message();
      const { state, response: credentialResponse } = started;
      const loginId = await logins.keep({ state, roomId: row.id, userId, record: digest(row) });
      return { loginId, credentialResponse };
    },
    /**
     * Uses up a started login. @throws AppError `auth.challenge_expired`, also for a login to another room or of
     * another user.
     */
    async take(loginId: string, roomId: string, userId: string): Promise<StartedRoomLogin> {
      const login = await logins.take(loginId);
      if (login?.roomId !== roomId || login.userId !== userId) throw authErrors.challenge_expired();
      return login;
    },
    /** @throws AppError `rooms.wrong_password`, also if the room's password has changed since the first step. */
    async require(login: StartedRoomLogin, row: RoomView, finalization: Uint8Array): Promise<void> {
      const isRight = await passwords.finishLogin(login.state, finalization);
      if (!isRight || login.record !== digest(row)) throw roomErrors.wrong_password();
      await check.forget(login.roomId, login.userId);
    },
  };
}

function digest({ password_record }: Pick<RoomView, 'password_record'>): string {
  return createHash('sha256')
    .update(password_record ?? '')
    .digest('base64url');
}

import type { AppError } from '../../../kernel/errors.ts';
import type { Database } from '../../../store/database.ts';
import type { Device, Sessions, SignInMethod } from '../sessions/sessions.port.ts';
import { toUser, type UserRow } from '../users/users.port.ts';
import type { SignInAnswer } from './sign-ins.ts';

export interface FinishParts {
  readonly db: Database;
  readonly sessions: Sessions;
  /** Makes `auth.banned` with the administrator's reason. */
  readonly bannedError: (userId: string) => Promise<AppError>;
}

/** Begins the session of a user who has proved every required factor. @throws AppError `auth.banned`. */
export type FinishSignIn = (user: UserRow, method: SignInMethod, device: Device) => Promise<SignInAnswer>;

export function makeFinishSignIn({ db, sessions, bannedError }: FinishParts): FinishSignIn {
  return async (user, method, device) => {
    if (user.banned) throw await bannedError(user.id);
    const tokens = await db.write((tx) => sessions.begin(tx, user, method, device));
    return { ...tokens, user: toUser(user), mfa: { required: false, sessionId: '' } };
  };
}

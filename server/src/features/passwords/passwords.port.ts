import type { Tx } from '../../store/database.ts';
import type { UserRow } from '../users/users.port.ts';

/** What other features may do with the passwords of accounts. */
export interface AccountPasswords {
  /** @throws AppError `auth.weak_password`. */
  requireStrong(password: string): void;
  /** Record of a password that the server sees; made before the transaction that stores it, since it takes 100 ms. @throws AppError `auth.weak_password`. */
  makeRecord(userId: string, password: string): Promise<string>;
  /** Answers the first message of a client that keeps the password to itself (RFC 9807, section 5.1). @throws AppError `auth.invalid_opaque_message`. */
  answerRegistration(userId: string, registrationRequest: Uint8Array): Promise<Uint8Array>;
  /** The record of what such a client uploaded in the end. @throws AppError `auth.invalid_opaque_message`. */
  acceptRecord(registrationUpload: Uint8Array): Promise<string>;
  /** Stores a new record, ends all sessions but `keepSessionId`, and forgets failed guesses at the old password. */
  set(tx: Tx, userId: string, record: string, keepSessionId?: string): Promise<void>;
}

/** The account that somebody means by a username or by one of its email addresses. */
export type FindByLogin = (login: string) => Promise<UserRow | undefined>;

import type { Tx } from '../../../store/database.ts';
import type { UserRow } from '../users/users.port.ts';

/** The passwords of accounts, for other features. */
export interface AccountPasswords {
  /** @throws AppError `auth.weak_password`. */
  requireStrong(password: string): void;
  /**
   * Makes the record for a password that the server receives in plain text. Call this before the transaction that
   * stores the record, because it takes 100 ms. `from`: the IP address of a caller who is not signed in. @throws
   * AppError `auth.weak_password`, `passwords.busy`.
   */
  makeRecord(userId: string, password: string, from?: string): Promise<string>;
  /**
   * Answers the first message of a client that does not send its password (RFC 9807, section 5.1). @throws AppError
   * `auth.invalid_opaque_message`.
   */
  answerRegistration(userId: string, registrationRequest: Uint8Array): Promise<Uint8Array>;
  /** Makes the record from the last message of such a client. @throws AppError `auth.invalid_opaque_message`. */
  acceptRecord(registrationUpload: Uint8Array): Promise<string>;
  /** Stores a new record, ends all sessions except `keepSessionId`, and resets failed guesses at the old password. */
  set(tx: Tx, userId: string, record: string, how?: SetPassword): Promise<void>;
}

/** Options for setting a password. */
export interface SetPassword {
  readonly keepSessionId?: string;
  /**
   * When a mailed code alone set the password, or set the previous password that authorized this change. Absent or
   * null: neither. [MF27]
   */
  readonly mailedAt?: Date | null;
}

/** Finds the account for a login: a username or one of its email addresses. */
export type FindByLogin = (login: string) => Promise<UserRow | undefined>;

import type { Tx } from '../../store/database.ts';
import type { UserRow } from '../users/users.port.ts';

export { guessedAccount } from './login-key.ts';

/** What other features may ask of passwords of accounts. */
export interface AccountPasswords {
  /** @throws AppError `auth.weak_password`. */
  requireStrong(password: string): void;
  /** Record of a password that the server sees; made before the transaction that stores it, since it takes 100 ms. @throws AppError `auth.weak_password`. */
  makeRecord(userId: string, password: string): Promise<string>;
  /** Answers the first message of a client that keeps the password to itself (RFC 9807, section 5.1). @throws AppError `auth.invalid_opaque_message`. */
  answerRegistration(userId: string, registrationRequest: Uint8Array): Promise<Uint8Array>;
  /** The record of what such a client uploaded in the end. @throws AppError `auth.invalid_opaque_message`. */
  acceptRecord(registrationUpload: Uint8Array): Promise<string>;
  /** Stores a new record: sessions end, all but `keepSessionId`, and failed guesses at the old password are forgotten. */
  set(tx: Tx, userId: string, record: string, keepSessionId?: string): Promise<void>;
  /** Slows down guessing at an account, whatever is guessed. */
  readonly lockout: Lockout;
}

/** The account that somebody means by a username or by one of its email addresses. */
export type FindByLogin = (login: string) => Promise<UserRow | undefined>;

/** Counts attempts by account and address and locks both for a time. Names of accounts begin with what is guessed: `user:`, `mfa:`. */
export interface Lockout {
  /**
   * Runs `verify` as an attempt, waiting for a place among those on their way. False or undefined is a failure and gives undefined; when it
   * throws nothing was tried. @throws AppError `auth.locked_out` while either is locked.
   */
  check<T>(account: string, address: string, verify: () => Promise<T | false | undefined>): Promise<T | undefined>;
  /**
   * Begins an attempt whose answer lets the client verify a guess by itself: unless it succeeds within 3 s it counts as failed, and one
   * that succeeds later is taken back. `start` keeps `saved` for the call that goes on. @throws AppError as above.
   */
  begin<T>(account: string, address: string, start: (saved: string) => Promise<T>): Promise<T>;
  /** Forgets the failures of an account, with its lock: what was guessed at is not the same any more. */
  forget(account: string): Promise<void>;
  /** The attempt that `saved` describes, in another call or replica. */
  resume(saved: string): Attempt;
}

/** An attempt that has begun. */
export interface Attempt {
  /** It was right: the failures of the account are forgotten, and the address has one less if this one counted. */
  succeeded(): Promise<void>;
  /** It was wrong. */
  failed(): Promise<void>;
}

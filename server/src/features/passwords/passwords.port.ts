import type { Tx } from '../../store/database.ts';

/** What other features may ask of passwords of accounts. */
export interface AccountPasswords {
  /** Record of a password that the server sees; made before the transaction that stores it, since it takes 100 ms. @throws AppError `auth.weak_password`. */
  makeRecord(userId: string, password: string): Promise<string>;
  /** Stores a new record: sessions end, all but `keepSessionId`. */
  set(tx: Tx, userId: string, record: string, keepSessionId?: string): Promise<void>;
  /** Slows down guessing at an account, whatever is guessed. */
  readonly lockout: Lockout;
}

/** Counts attempts by account and address and locks both for a time. */
export interface Lockout {
  /** Counts an attempt as failed before it is looked at. @throws AppError `auth.locked_out` while either is locked. */
  attempt(account: string, address: string): Promise<Attempt>;
}

/** An attempt that was counted. */
export interface Attempt {
  /** It was right: the failures of the account are forgotten, and the address has one less. */
  succeeded(): Promise<void>;
}

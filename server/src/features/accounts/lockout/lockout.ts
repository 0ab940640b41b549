export { addressCodeGuesses, factorGuesses, loginKey, mailedCodeGuesses, passwordGuesses } from './guesses.ts';

/**
 * Slows down guessing: counts failures by account and by IP address, and locks both for a time. Account names come from
 * `guesses.ts`.
 */
export interface Lockout {
  /**
   * Runs `verify` as one attempt, after earlier attempts have ended. False or undefined counts as a failure and returns
   * undefined. If `verify` throws, the attempt does not count. @throws AppError `auth.locked_out` while the account or
   * the IP address is locked.
   */
  check<T>(account: string, address: string, verify: () => Promise<T | false | undefined>): Promise<T | undefined>;
  /**
   * Begins an attempt whose answer lets the client verify a guess offline. It counts as failed unless `resume` reports
   * a success within 3 s. A later success takes the failure back. `start` stores `saved` for the call that continues.
   * @throws the same AppError.
   */
  begin<T>(account: string, address: string, start: (saved: string) => Promise<T>): Promise<T>;
  /** Resets the failures of an account and ends its lock, because the guessed secret has changed. */
  forget(account: string): Promise<void>;
  /** The attempt described by `saved`, also in another call or on another replica. */
  resume(saved: string): Attempt;
}

/** An attempt that has begun. */
export interface Attempt {
  /**
   * The guess was right: resets the failures of the account. If this attempt was counted as a failure of the IP
   * address, takes that back.
   */
  succeeded(): Promise<void>;
  /** The guess was wrong. */
  failed(): Promise<void>;
}

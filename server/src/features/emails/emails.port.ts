import type { Reader, Tx } from '../../store/database.ts';

export { emailErrors } from './emails.errors.ts';

/** What other features may ask of the addresses of accounts. */
export interface Emails {
  /** The confirmed address of an account. */
  find(reader: Reader, userId: string): Promise<string | undefined>;
  /** Whose confirmed address this is, in any case; undefined also for what is no address. */
  findUserId(address: string): Promise<string | undefined>;
  /**
   * Gives an account without one an address that somebody else has confirmed, such as a provider of sign-in. False: it has one, or
   * another account has this one.
   */
  adopt(tx: Tx, userId: string, address: string): Promise<boolean>;
}

import type { EmailAddress } from '../../../kernel/email-address.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { EmailAddressRow } from './email-addresses.store.ts';

export type { EmailAddressRow };

/** The confirmed addresses of accounts; an account has at most one. */
export interface EmailAddresses {
  find(reader: Reader, userId: string): Promise<EmailAddressRow | undefined>;
  /** The account that has confirmed an address; `key` is its comparison form. */
  findByKey(reader: Reader, key: string): Promise<EmailAddressRow | undefined>;
  /** The account that has confirmed an address, in any spelling; undefined also for a text that is not an address. */
  findUserId(address: string): Promise<string | undefined>;
  /**
   * Sets an address that was just confirmed, replacing the account's earlier one. @throws AppError
   * `emails.address_taken`.
   */
  put(tx: Tx, userId: string, address: EmailAddress): Promise<EmailAddressRow>;
  /**
   * Sets an address on trust, for example an administrator's, if the account has none. False if the account already has
   * an address, or another account has this one.
   */
  adopt(tx: Tx, userId: string, address: string): Promise<boolean>;
  /** Removes the address and returns it; undefined if there was none. */
  remove(tx: Tx, userId: string): Promise<EmailAddressRow | undefined>;
}

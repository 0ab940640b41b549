import type { EmailAddress } from '../../../kernel/email-address.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { EmailAddressRow } from './email-addresses.store.ts';

export type { EmailAddressRow };

/** The confirmed addresses of accounts; an account has one or none. */
export interface EmailAddresses {
  find(reader: Reader, userId: string): Promise<EmailAddressRow | undefined>;
  /** The account that has confirmed an address; `key` is its comparison form. */
  findByKey(reader: Reader, key: string): Promise<EmailAddressRow | undefined>;
  /** The account that has confirmed an address, in any spelling; undefined also for a text that is no address. */
  findUserId(address: string): Promise<string | undefined>;
  /**
   * Gives an account an address that was confirmed just now, in place of its earlier one. @throws AppError
   * `emails.address_taken`.
   */
  put(tx: Tx, userId: string, address: EmailAddress): Promise<EmailAddressRow>;
  /**
   * Gives an account without an address one that an administrator, for example, vouches for. False when the account has
   * an address, or when another account has this one.
   */
  adopt(tx: Tx, userId: string, address: string): Promise<boolean>;
  /** Removes the address and gives it; undefined when there was none. */
  remove(tx: Tx, userId: string): Promise<EmailAddressRow | undefined>;
}

import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { type EmailAddress, parseEmailAddress } from '../../../kernel/email-address.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { codeOf } from '../../../store/store.errors.ts';
import { emailErrors } from './email-addresses.errors.ts';
import type { EmailAddresses, EmailAddressRow } from './email-addresses.port.ts';
import { deleteEmail, type EmailAddressTables, findEmail, findEmailByKey, putEmail } from './email-addresses.store.ts';

/**
 * PostgreSQL 17, appendix A. If two accounts confirm one address at the same time, only the index can tell which came
 * second.
 */
const uniqueViolation = '23505';

/** [EM10] */
export function makeEmailAddresses({ db, clock }: { db: Database; clock: Clock }): EmailAddresses {
  const findByKey: EmailAddresses['findByKey'] = (reader, key) =>
    findEmailByKey(reader.query<EmailAddressTables>(), key);

  async function put(tx: Tx, userId: string, { address, key }: EmailAddress): Promise<EmailAddressRow> {
    const row = { user_id: userId, address, key, verified_at: dateOf(clock.nowMs()) };
    await putEmail(tx.query<EmailAddressTables>(), row).catch((cause) => {
      throw codeOf(cause) === uniqueViolation ? emailErrors.address_taken() : cause;
    });
    return row;
  }

  const find: EmailAddresses['find'] = (reader, userId) => findEmail(reader.query<EmailAddressTables>(), userId);

  return {
    find,
    findByKey,
    async findUserId(address) {
      const key = parseEmailAddress(address.trim())?.key;
      return key === undefined ? undefined : (await findByKey(db, key))?.user_id;
    },
    put,
    async adopt(tx, userId, address) {
      const parsed = parseEmailAddress(address);
      if (!parsed || (await find(tx, userId)) || (await findByKey(tx, parsed.key))) return false;
      await put(tx, userId, parsed);
      return true;
    },
    remove: (tx, userId) => deleteEmail(tx.query<EmailAddressTables>(), userId),
  };
}

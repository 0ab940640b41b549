import { dateOf } from '../../../kernel/clock.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { EmailAddresses } from '../../record/email-addresses/email-addresses.port.ts';
import { type Mail, mailLanguage } from '../../record/mail/mail.port.ts';
import type { Preferences } from '../../record/preferences/preferences.port.ts';
import type { Users } from '../users/users.port.ts';
import { type RequestPurpose, verificationSubject } from './email-requests.service.ts';
import { type EmailTokens, tokenLifeMs } from './email-tokens.ts';
import { mailedLink } from './email-words.ts';
import { type EmailRequestRow, type EmailTables, takeRequests } from './emails.store.ts';

export interface RequestedMailParts {
  readonly db: Database;
  readonly users: Users;
  readonly mail: Mail;
  readonly tokens: EmailTokens;
  readonly preferences: Preferences;
  readonly addresses: EmailAddresses;
  /** The server's public URL, without a trailing slash. */
  readonly publicUrl: () => string;
}

/** Maximum number of requests per transaction. */
const atOnce = 10;

/**
 * Finds the account with the address of a request, and sends the appropriate mail: a code, or the reason why there is
 * none. [EM5]
 */
export function makeRequestedMails({ db, users, mail, tokens, preferences, addresses, publicUrl }: RequestedMailParts) {
  function issue(tx: Tx, row: EmailRequestRow, userId: string, address: string) {
    const purpose = row.purpose as RequestPurpose;
    const subject = purpose === 'verification' ? verificationSubject(userId, row.key) : row.key;
    return tokens.issue(tx, { purpose, subject, userId, address, language: row.language }, row.created_at.getTime());
  }

  /** Issues the code and puts the mail in the outbox. */
  async function sendCode(tx: Tx, row: EmailRequestRow, userId: string, to: string) {
    const purpose = row.purpose as RequestPurpose;
    const { code, expiresAtMs } = await issue(tx, row, userId, to);
    const values = {
      username: (userId && (await users.find(userId, tx))?.username) || '',
      code,
      link: mailedLink(publicUrl(), purpose, to, code),
      minutes: String(tokenLifeMs[purpose] / 60_000),
      hours: String(tokenLifeMs[purpose] / 3_600_000),
    };
    const language = mailLanguage(await chosen(tx, userId), row.language);
    await mail.send(tx, { to, template: purpose, values, purpose, language, expiresAt: dateOf(expiresAtMs) });
  }

  const chosen = async (tx: Tx, userId: string) => (userId ? (await preferences.of(tx, userId)).language : undefined);

  async function handle(tx: Tx, row: EmailRequestRow): Promise<void> {
    const owner = await addresses.findByKey(tx, row.key);
    const isForOwner = row.purpose === 'sign_in' || row.purpose === 'password_reset';
    // A closed account keeps its address while it can be restored, but accepts no sign-in.
    if (isForOwner && !(owner && (await users.find(owner.user_id, tx)))) return;
    if (isForOwner || !owner)
      return sendCode(tx, row, isForOwner ? owner!.user_id : row.user_id, owner?.address ?? row.address);
    const language = mailLanguage(await chosen(tx, owner.user_id), row.language);
    const expiresAt = dateOf(row.created_at.getTime() + tokenLifeMs.registration);
    const about = { to: owner.address, language, expiresAt, purpose: row.purpose as RequestPurpose };
    if (row.purpose === 'registration')
      await mail.send(tx, { ...about, template: 'already_registered', values: { link: `${publicUrl()}/signin` } });
    else {
      // For the requester, the address awaits its code, as if it were free. The code is not mailed.
      await issue(tx, row, row.user_id, row.address);
      await mail.send(tx, { ...about, template: 'address_wanted', values: {} });
    }
  }

  return {
    /** Handles waiting requests; returns true when there may be more. */
    work: () =>
      db.write(async (tx) => {
        const rows = await takeRequests(tx.query<EmailTables>(), atOnce);
        for (const row of rows) await handle(tx, row);
        return rows.length === atOnce;
      }),
  };
}

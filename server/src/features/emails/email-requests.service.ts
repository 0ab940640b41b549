import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { EmailAddress } from '../../kernel/email-address.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { EmailAddresses } from '../email-addresses/email-addresses.port.ts';
import { type Mail, mailErrors, mailLanguage } from '../mail/mail.port.ts';
import type { Preferences } from '../preferences/preferences.port.ts';
import type { Users } from '../users/users.port.ts';
import { type EmailTokens, tokenLifeMs } from './email-tokens.ts';
import { mailedLink } from './email-words.ts';
import { type EmailRequestRow, type EmailTables, insertRequest, takeRequests } from './emails.store.ts';
import type { MailBudget } from './mail-budget.ts';

/** Topic of the event that says that there are requests to work on. */
export const requestTopic = 'emails';

/** What can be asked for at an address. */
export type RequestPurpose = 'sign_in' | 'registration' | 'verification' | 'password_reset';

export interface RequestParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly users: Users;
  readonly mail: Mail;
  readonly tokens: EmailTokens;
  readonly budget: MailBudget;
  readonly preferences: Preferences;
  readonly addresses: EmailAddresses;
  /** Where people reach the server, without a slash at the end. */
  readonly publicUrl: () => string;
}

/** Somebody asks for a mail. */
interface EmailRequest {
  readonly purpose: RequestPurpose;
  readonly address: EmailAddress;
  readonly language: string;
  /** For a verification: whose address it shall be. */
  readonly userId?: string;
}

const atOnce = 10;

/** What a verification code is bound to. */
export const verificationSubject = (userId: string, key: string) => `${userId} ${key}`;

/**
 * Requests for mails with codes. The call only writes down that somebody asked; who has the address, and whether a mail goes
 * out at all, is found out afterwards. [EM5] [EM6]
 */
export function makeEmailRequests(parts: RequestParts) {
  const { db, clock, ids, users, mail, tokens, budget, preferences, addresses, publicUrl } = parts;

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
    // A closed account keeps its address for as long as it can be restored, but nobody signs in to it.
    if (isForOwner && !(owner && (await users.find(owner.user_id, tx)))) return;
    if (isForOwner || !owner)
      return sendCode(tx, row, isForOwner ? owner!.user_id : row.user_id, owner?.address ?? row.address);
    const language = mailLanguage(await chosen(tx, owner.user_id), row.language);
    const expiresAt = dateOf(row.created_at.getTime() + tokenLifeMs.registration);
    const about = { to: owner.address, language, expiresAt, purpose: row.purpose as RequestPurpose };
    if (row.purpose === 'registration')
      await mail.send(tx, { ...about, template: 'already_registered', values: { link: `${publicUrl()}/signin` } });
    else {
      // Who asked sees an address that waits for its code, as if nobody had it; the code is told to nobody.
      await issue(tx, row, row.user_id, row.address);
      await mail.send(tx, { ...about, template: 'address_wanted', values: {} });
    }
  }

  return {
    /** @throws AppError `mail.not_configured`, `emails.too_many_mails`. */
    async ask({ purpose, address: { address, key }, language, userId = '' }: EmailRequest) {
      if (!mail.isConfigured()) throw mailErrors.not_configured();
      await budget(purpose, key);
      if (userId) await budget(purpose, userId);
      const nowMs = Math.floor(clock.nowMs());
      await db.write(async (tx) => {
        const row = {
          id: ids.make('etk'),
          purpose,
          address,
          key,
          user_id: userId,
          language,
          created_at: dateOf(nowMs),
        };
        await insertRequest(tx.query<EmailTables>(), row);
        tx.emit({ topic: requestTopic, kind: 'emails/requested', payload: Buffer.alloc(0) });
      });
      return { expiresAt: timestampFromMs(nowMs + tokenLifeMs[purpose]) };
    },
    /** Works on what was asked for; true when there may be more. */
    work: () =>
      db.write(async (tx) => {
        const rows = await takeRequests(tx.query<EmailTables>(), atOnce);
        for (const row of rows) await handle(tx, row);
        return rows.length === atOnce;
      }),
  };
}

export type EmailRequests = ReturnType<typeof makeEmailRequests>;

import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { EmailAddress } from '../../../kernel/email-address.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Database } from '../../../store/database.ts';
import { type Mail, mailErrors } from '../../record/mail/mail.port.ts';
import { tokenLifeMs } from './email-tokens.ts';
import { type EmailTables, insertRequest } from './emails.store.ts';
import type { MailBudget } from './mail-budget.ts';

/** Topic of the event that announces new requests. */
export const requestTopic = 'emails';

/** The purposes of a request for mail. */
export type RequestPurpose = 'sign_in' | 'registration' | 'verification' | 'password_reset';

export interface RequestParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly mail: Mail;
  readonly budget: MailBudget;
}

/** A request for a mail to an address. */
interface EmailRequest {
  readonly purpose: RequestPurpose;
  readonly address: EmailAddress;
  readonly language: string;
  /** For a verification: the user who wants to add the address. */
  readonly userId?: string;
}

/** The subject to which a verification code is bound. */
export const verificationSubject = (userId: string, key: string) => `${userId} ${key}`;

/**
 * Requests for mails with codes. The call only stores the request. A worker later finds the account with the address,
 * and decides whether to send a mail at all. [EM5] [EM6]
 */
export function makeEmailRequests({ db, clock, ids, mail, budget }: RequestParts) {
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
  };
}

export type EmailRequests = ReturnType<typeof makeEmailRequests>;

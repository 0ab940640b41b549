import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Sealer } from '../../../kernel/sealing.ts';
import type { Mail, MailMessage } from './mail.port.ts';
import type { MailTables } from './mail.store.ts';
import { insertMail } from './mail.store.ts';

/** Topic of the event that tells every replica that mail is waiting. */
export const mailTopic = 'mail';

/** The parts of a mail that are encrypted. */
export type SealedMail = Pick<MailMessage, 'to' | 'template' | 'values' | 'language'>;

/** Binds the encrypted text of a mail to its row, so that it cannot be decrypted in another one. */
export const sealContext = (id: string) => `mail:${id}`;

interface OutboxParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sealer: Sealer;
  readonly isConfigured: () => boolean;
}

/** Puts mails into the outbox. [MA1] [MA2] */
export function makeMailOutbox({ clock, ids, sealer, isConfigured }: OutboxParts): Mail {
  return {
    isConfigured,
    async send(tx, { to, template, values, purpose, language, expiresAt }) {
      if (!isConfigured()) return;
      const id = ids.make('mail');
      const now = dateOf(clock.nowMs());
      const body = { to, template, values, language } satisfies SealedMail;
      await insertMail(tx.query<MailTables>(), {
        id,
        purpose,
        sealed: sealer.seal(JSON.stringify(body), sealContext(id)),
        created_at: now,
        expires_at: expiresAt,
        next_attempt_at: now,
      });
      tx.emit({ topic: mailTopic, kind: 'mail/queued', payload: Buffer.alloc(0) });
    },
  };
}

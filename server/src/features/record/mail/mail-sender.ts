import { type Mailer, MailFailure, type OutgoingMail } from '../../../drivers/mail/mailer.ts';
import type { SmtpServer } from '../../../drivers/mail/smtp-server.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Sealer } from '../../../kernel/sealing.ts';
import { makeWorker, type Worker } from '../../../kernel/worker.ts';
import type { Database } from '../../../store/database.ts';
import {
  type ClaimedMail,
  claimMails,
  countMails,
  deleteExpiredMails,
  deleteMail,
  type MailTables,
  postponeMail,
} from './mail.store.ts';
import { type SealedMail, sealContext } from './mail-outbox.ts';

/** The outcome of an attempt to send a mail. */
export type MailOutcome = 'sent' | 'retried' | 'refused' | 'expired';

/** Where the sender reports its counts. */
export interface MailCounts {
  done(purpose: string, outcome: MailOutcome): void;
  waiting(count: number): void;
}

interface SenderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
  readonly counts: MailCounts;
  /** Undefined while mail is switched off. */
  readonly server: () => SmtpServer | undefined;
  readonly compose: (id: string, mail: SealedMail) => OutgoingMail;
}

/**
 * How long a mail belongs to the replica that claimed it, in milliseconds. This exceeds the longest attempt (90 s), so
 * that no other replica sends the mail too.
 */
const claimMs = 180_000;
const atOnce = 4;
const periodMs = 15_000;
const firstRetryMs = 15_000;
const longestRetryMs = 1_800_000;

/** Wait after the nth attempt: 15 s, doubled each time, at most half an hour. Pure. */
export function retryMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs);
}

/**
 * Sends the mails in the outbox. One replica sends each mail. If that replica dies, another one sends the mail.
 * [MA3]–[MA6]
 */
export function makeMailSender(parts: SenderParts): Worker {
  const { db, clock, log, sealer, mailer, counts, server, compose } = parts;
  const tables = () => db.query<MailTables>();

  async function trySend(to: SmtpServer, { id, purpose, sealed, attempts }: ClaimedMail): Promise<void> {
    try {
      const mail = JSON.parse(sealer.open(sealed, sealContext(id))) as SealedMail;
      await mailer.send(to, compose(id, mail));
    } catch (err) {
      const isFinal = err instanceof MailFailure && err.isFinal;
      const reason = (err as Error).message;
      log.warn(
        { mail: id, purpose, attempts, reason },
        isFinal ? 'a mail was refused' : 'a mail could not be sent yet',
      );
      counts.done(purpose, isFinal ? 'refused' : 'retried');
      if (isFinal) await deleteMail(tables(), id);
      else await postponeMail(tables(), id, dateOf(clock.nowMs() + retryMs(attempts)));
      return;
    }
    counts.done(purpose, 'sent');
    await deleteMail(tables(), id);
  }

  return makeWorker({
    name: 'mail sender',
    clock,
    log,
    periodMs,
    async work(stopping) {
      const now = dateOf(clock.nowMs());
      for (const purpose of await deleteExpiredMails(tables(), now)) counts.done(purpose, 'expired');
      const to = server();
      const claimed =
        to && !stopping.aborted ? await claimMails(tables(), now, dateOf(clock.nowMs() + claimMs), atOnce) : [];
      await Promise.all(claimed.map((mail) => trySend(to!, mail)));
      counts.waiting(await countMails(tables()));
      return claimed.length > 0;
    },
  });
}

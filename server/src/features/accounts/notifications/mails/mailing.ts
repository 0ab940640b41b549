import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import { makeWorker, type Worker } from '../../../../kernel/worker.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import type { EmailAddresses } from '../../../record/email-addresses/email-addresses.port.ts';
import { type Mail, mailLanguage } from '../../../record/mail/mail.port.ts';
import type { MailedKinds, Preferences } from '../../../record/preferences/preferences.port.ts';
import type { Users } from '../../users/users.port.ts';
import type { NewsContent } from '../notifications.port.ts';
import type { NotificationTables, ViewedNotification } from '../notifications.store.ts';
import { sayNotification, wordsOf } from './mail-words.ts';
import * as store from './mailing.store.ts';

export interface MailingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly users: Users;
  readonly mail: Mail;
  readonly addresses: EmailAddresses;
  readonly preferences: Preferences;
  /** The server's public URL, without a trailing slash. */
  readonly publicUrl: () => string;
}

const periodMs = 30_000;
const batch = 20;
/** Maximum number of notifications that a mail lists; it gives the number of the others. */
const maxNamed = 10;
/** A mail about notifications from three days ago is no longer sent: the list still has them. */
const lifeMs = 3 * 86_400_000;

/** The preference that decides whether a kind is mailed. */
const preferenceOf: Readonly<Record<NewsContent['case'], keyof MailedKinds>> = {
  roomAdded: 'notifyRoomInvitations',
  joinRequestArrived: 'notifyJoinRequests',
  joinDecided: 'notifyJoinRequests',
  roomCreationArrived: 'notifyJoinRequests',
  roomCreationDecided: 'notifyJoinRequests',
  roleChanged: 'notifyRoleChanges',
  removedFromRoom: 'notifyRoleChanges',
  reportArrived: 'notifyReports',
  reportDecided: 'notifyReports',
  announcement: 'notifyAnnouncements',
  mention: 'notifyMentions',
  roomSuccession: 'notifyRoleChanges',
};

/** Mails users their unread notifications, all in one mail. [NO12] [NO13] */
export function makeMailing(parts: MailingParts): Worker {
  const { db, clock, log } = parts;
  return makeWorker({
    name: 'notification mails',
    clock,
    log,
    periodMs,
    work: () =>
      db.write(async (tx) => {
        const due = await store.claimDue(tx.query<NotificationTables>(), dateOf(clock.nowMs()), batch);
        for (const userId of due) await mailOne(parts, tx, userId);
        return due.length === batch;
      }),
  });
}

async function mailOne({ users, addresses, preferences, ...parts }: MailingParts, tx: Tx, userId: string) {
  const queries = tx.query<NotificationTables>();
  await store.endDue(queries, userId);
  const to = (await addresses.find(tx, userId))?.address;
  const user = await users.find(userId, tx);
  const chosen = await preferences.of(tx, userId);
  if (to === undefined || !user || !chosen.emailNotifications) return;
  const kinds = Object.entries(preferenceOf).flatMap(([kind, preference]) => (chosen[preference] ? kind : []));
  const rows = kinds.length === 0 ? [] : await store.listUnmailed(queries, userId, kinds);
  if (rows.length === 0) return;
  await sendMail(parts, tx, { to, username: user.username, language: chosen.language, rows });
  const ids = rows.map(({ id }) => id);
  await store.putMailed(queries, userId, ids, dateOf(parts.clock.nowMs()));
}

interface Recipient {
  readonly to: string;
  readonly username: string;
  readonly language: string;
  readonly rows: readonly ViewedNotification[];
}

async function sendMail(
  { mail, clock, publicUrl }: Pick<MailingParts, 'mail' | 'clock' | 'publicUrl'>,
  tx: Tx,
  { to, username, language: chosen, rows }: Recipient,
): Promise<void> {
  const language = mailLanguage(chosen);
  const words = wordsOf(language);
  const named = rows.slice(0, maxNamed).map((row) => sayNotification(row, language));
  const others = rows.length - named.length;
  await mail.send(tx, {
    to,
    template: 'notifications',
    values: {
      username,
      title: rows.length === 1 ? named[0]!.split('\n')[0]! : words.several(rows.length),
      items: [...named, ...(others > 0 ? [words.others(others)] : [])].join('\n'),
      link: `${publicUrl()}/notifications`,
    },
    purpose: 'notice',
    language,
    expiresAt: dateOf(clock.nowMs() + lifeMs),
  });
}

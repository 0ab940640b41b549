import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Tx } from '../../../store/database.ts';
import type { EmailAddresses } from '../email-addresses/email-addresses.port.ts';
import { type Mail, type MailValues, mailLanguage } from '../mail/mail.port.ts';
import type { Preferences } from '../preferences/preferences.port.ts';
import type { Notices, NoticeTemplate } from './notices.ts';

interface Parts {
  readonly clock: Clock;
  readonly users: { find(userId: string, tx: Tx): Promise<{ readonly username: string } | undefined> };
  readonly mail: Mail;
  readonly addresses: EmailAddresses;
  readonly preferences: Preferences;
}

/** After three days a notice is useless. */
const noticeLifeMs = 3 * 86_400_000;

/** [EM14] */
export function makeNotices({ clock, users, mail, addresses, preferences }: Parts): Notices {
  return {
    async tell(tx, { template, userId, values, to: given }) {
      const to = given ?? (await addresses.find(tx, userId))?.address;
      const user = await users.find(userId, tx);
      const { language, emailNotifications } = await preferences.of(tx, userId);
      if (to === undefined || !user || !(emailNotifications || given !== undefined)) return;
      const at = `${dateOf(clock.nowMs()).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
      await mail.send(tx, {
        to,
        template,
        values: { ...values, username: user.username, at } as MailValues[NoticeTemplate],
        purpose: 'notice',
        language: mailLanguage(language),
        expiresAt: dateOf(clock.nowMs() + noticeLifeMs),
      });
    },
  };
}

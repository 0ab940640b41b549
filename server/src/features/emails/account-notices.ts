import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Tx } from '../../store/database.ts';
import type { Audit } from '../audit/audit.port.ts';
import { type Mail, type MailTemplate, type MailValues, mailLanguage } from '../mail/mail.port.ts';
import type { AccountChoices } from '../mfa/mfa.port.ts';
import type { Users } from '../users/users.port.ts';
import { type EmailTables, findEmail } from './emails.store.ts';

/** Templates that say what happened to an account, and when. */
type NoticeTemplate = {
  [T in MailTemplate]: MailValues[T] extends { username: string; at: string } ? T : never;
}[MailTemplate];

/** Something that the owner of an account is told. */
interface Notice<T extends NoticeTemplate> {
  readonly template: T;
  readonly values: Omit<MailValues[T], 'username' | 'at'>;
  /** Where it goes, if not to the address of the account: the one that it had. */
  readonly to?: string;
}

/** Tells people by mail what happened to their accounts. */
export interface AccountNotices {
  /** Sent when `tx` has committed, if the account has an address and wants to be told. */
  tell<T extends NoticeTemplate>(tx: Tx, userId: string, notice: Notice<T>): Promise<void>;
}

interface NoticeParts {
  readonly clock: Clock;
  readonly users: Users;
  readonly mail: Mail;
  readonly choices: AccountChoices;
}

/** A notice of three days ago helps nobody. */
const noticeLifeMs = 3 * 86_400_000;

/** [EM14] */
export function makeAccountNotices({ clock, users, mail, choices }: NoticeParts): AccountNotices {
  return {
    async tell(tx, userId, { template, values, to: given }) {
      const to = given ?? (await findEmail(tx.query<EmailTables>(), userId))?.address;
      const user = await users.find(userId, tx);
      const { language, emailNotifications } = await choices.of(tx, userId);
      if (to === undefined || !user || !(emailNotifications || given !== undefined)) return;
      const at = `${dateOf(clock.nowMs()).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
      await mail.send(tx, {
        to,
        template,
        values: { ...values, username: user.username, at } as MailValues[typeof template],
        purpose: 'notice',
        language: mailLanguage(language),
        expiresAt: dateOf(clock.nowMs() + noticeLifeMs),
      });
    },
  };
}

/** What the owner hears of when it is written down about their account, by the action of the audit record. */
const noticeOfAction: Readonly<Record<string, Exclude<NoticeTemplate, 'email_changed' | 'email_removed'>>> = {
  'password.changed': 'password_changed',
  'password.reset': 'password_changed',
  'user.password_set': 'password_changed',
  'password.removed': 'password_removed',
  'passkey.added': 'passkey_added',
  'passkey.removed': 'passkey_removed',
  'mfa.totp_added': 'totp_added',
  'mfa.totp_removed': 'totp_removed',
  'mfa.recovery_codes_regenerated': 'recovery_codes_made',
  'mfa.two_factor_enabled': 'two_factor_on',
  'mfa.two_factor_disabled': 'two_factor_off',
  'oauth2.linked': 'account_linked',
  'oauth2.unlinked': 'account_unlinked',
};

/** The audit log, where what concerns the security of an account is told to its owner too. [EM14] */
export function withNotices(audit: Audit, notices: () => AccountNotices): Audit {
  return {
    async record(tx, doer, deed) {
      await audit.record(tx, doer, deed);
      const template = noticeOfAction[deed.action];
      const userId = deed.target?.startsWith('usr_') ? deed.target : callerOf(doer);
      if (template && userId) await notices().tell(tx, userId, { template, values: {} });
    },
  };
}

function callerOf(doer: Parameters<Audit['record']>[1]): string | undefined {
  return doer !== 'system' && doer.principal.kind === 'user' ? doer.principal.userId : undefined;
}

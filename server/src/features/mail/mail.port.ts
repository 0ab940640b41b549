import type { Tx } from '../../store/database.ts';

export { mailErrors } from './mail.errors.ts';

/** What each mail says. Values are texts as people read them; they are escaped where they are put in. */
export interface MailValues {
  sign_in: { username: string; code: string; link: string; minutes: string };
  registration: { code: string; link: string; minutes: string };
  /** To somebody who asks for what their address already has: an account. */
  already_registered: { link: string };
  /** To an address that another account wants to have. */
  address_wanted: Record<never, string>;
  verification: { username: string; code: string; link: string; hours: string };
  password_reset: { username: string; code: string; link: string; minutes: string };
  mfa_code: { username: string; code: string; minutes: string };
  verification_code: { username: string; code: string; minutes: string };
  review_approved: { username: string; link: string };
  review_rejected: { username: string; reason: string };
  /** Something about signing in changed. */
  password_changed: { username: string; at: string };
  passkey_added: { username: string; at: string };
  passkey_removed: { username: string; at: string };
  totp_added: { username: string; at: string };
  totp_removed: { username: string; at: string };
  recovery_codes_made: { username: string; at: string };
  two_factor_on: { username: string; at: string };
  two_factor_off: { username: string; at: string };
  account_linked: { username: string; at: string };
  account_unlinked: { username: string; at: string };
  email_changed: { username: string; at: string; email: string };
  email_removed: { username: string; at: string };
  test: { server: string };
}

export type MailTemplate = keyof MailValues;

/** Languages that mails are written in. */
export type MailLanguage = 'en' | 'de';

/** What a mail is sent for. Tokens of one purpose serve no other; counted and limited apart. */
export type MailPurpose = 'sign_in' | 'registration' | 'verification' | 'password_reset' | 'mfa' | 'review' | 'notice';

/** A mail to one address. */
export interface MailMessage<T extends MailTemplate = MailTemplate> {
  /** Exactly one address. */
  readonly to: string;
  readonly template: T;
  readonly values: MailValues[T];
  readonly purpose: MailPurpose;
  readonly language: MailLanguage;
  /** Afterwards it is not sent any more: what it brings would not work. */
  readonly expiresAt: Date;
}

/** Sends mail. */
export interface Mail {
  /** False: no mail can be sent, and features that need it say so. */
  isConfigured(): boolean;
  /** Puts a mail in the outbox; it is sent when `tx` has committed, if need be after a restart. Nothing is put there while mail is off. */
  send<T extends MailTemplate>(tx: Tx, message: MailMessage<T>): Promise<void>;
}

/** The language of ours that a language tag (RFC 5646) asks for: `de-AT` is German; English for those that we do not have. */
export function mailLanguage(...tags: readonly (string | undefined)[]): MailLanguage {
  const asked = tags.map((tag) => tag?.toLowerCase().split('-')[0]).find((tag) => tag === 'de' || tag === 'en');
  return (asked as MailLanguage | undefined) ?? 'en';
}

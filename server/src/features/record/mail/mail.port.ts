import { type Language, languageAmong } from '@matinee/contract/languages.ts';
import type { Tx } from '../../../store/database.ts';

export { mailErrors } from './mail.errors.ts';

/** The values of each mail, as plain text. The renderer escapes them. */
export interface MailValues {
  sign_in: { username: string; code: string; link: string; minutes: string };
  registration: { code: string; link: string; minutes: string };
  /** An applicant requested an account, but the address already has one. */
  already_registered: { link: string };
  /** Another account tried to use this address, which is taken. */
  address_wanted: Record<never, string>;
  verification: { username: string; code: string; link: string; hours: string };
  password_reset: { username: string; code: string; link: string; minutes: string };
  mfa_code: { username: string; code: string; minutes: string };
  verification_code: { username: string; code: string; minutes: string };
  review_approved: { username: string; link: string };
  review_rejected: { username: string; reason: string };
  /** The way the account signs in has changed. */
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
  /** The unread notifications of a user. `items`: one per line. */
  notifications: { username: string; title: string; items: string; link: string };
  test: { server: string };
}

export type MailTemplate = keyof MailValues;

/**
 * The purposes of mails. A code for one purpose does not work for another, and each purpose has its own counters and
 * limits.
 */
export type MailPurpose = 'sign_in' | 'registration' | 'verification' | 'password_reset' | 'mfa' | 'review' | 'notice';

/** A mail to one address. */
export interface MailMessage<T extends MailTemplate = MailTemplate> {
  /** Exactly one address. */
  readonly to: string;
  readonly template: T;
  readonly values: MailValues[T];
  readonly purpose: MailPurpose;
  readonly language: Language;
  /** After this time the mail is no longer sent, because its code would have expired. */
  readonly expiresAt: Date;
}

/** Sends mail. */
export interface Mail {
  /** False: the server cannot send mail. Features that need mail must tell their callers. */
  isConfigured(): boolean;
  /**
   * Puts a mail in the outbox. It is sent after `tx` has committed, even after a restart. While mail is off, this does
   * nothing.
   */
  send<T extends MailTemplate>(tx: Tx, message: MailMessage<T>): Promise<void>;
}

/** The first supported language among these tags (RFC 5646): German for `de-AT`. English if none is supported. */
export function mailLanguage(...tags: readonly (string | undefined)[]): Language {
  return languageAmong(tags.map((tag) => tag ?? '')) ?? 'en';
}

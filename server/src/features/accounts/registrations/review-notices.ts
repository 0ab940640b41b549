import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Tx } from '../../../store/database.ts';
import { type Mail, mailLanguage } from '../../record/mail/mail.port.ts';
import type { ReviewRow } from './registrations.store.ts';

export interface ReviewNoticeParts {
  readonly clock: Clock;
  readonly mail: Mail;
  /** The server's public URL, without a trailing slash. */
  readonly publicUrl: () => string;
}

/** The administrators' decision about a registration. */
export interface Decision {
  readonly approved: boolean;
  /** Reason of the refusal; empty if none was given. */
  readonly reason: string;
}

export type ReviewNotices = ReturnType<typeof makeReviewNotices>;

/** The outbox tries to send a decision for a week, because applicants may return that late. */
const lifeMs = 7 * 86_400_000;

export function makeReviewNotices({ clock, mail, publicUrl }: ReviewNoticeParts) {
  return {
    /**
     * Mails the decision to an applicant who provided an address, in the language of the sign-up, when `tx` commits.
     * [EM14]
     */
    async decided(tx: Tx, applicant: Pick<ReviewRow, 'email' | 'username' | 'language'>, decision: Decision) {
      const { email, username, language } = applicant;
      if (!email) return;
      const about = {
        to: email,
        purpose: 'review',
        language: mailLanguage(language),
        expiresAt: dateOf(clock.nowMs() + lifeMs),
      } as const;
      if (decision.approved) {
        const values = { username, link: `${publicUrl()}/signin` };
        await mail.send(tx, { ...about, template: 'review_approved', values });
      } else {
        const values = { username, reason: decision.reason };
        await mail.send(tx, { ...about, template: 'review_rejected', values });
      }
    },
  };
}

import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Tx } from '../../../store/database.ts';
import { type Mail, mailLanguage } from '../../record/mail/mail.port.ts';
import type { ReviewRow } from './registrations.store.ts';

export interface ReviewNoticeParts {
  readonly clock: Clock;
  readonly mail: Mail;
  /** The address at which people reach the server, without a slash at the end. */
  readonly publicUrl: () => string;
}

/** What administrators decided about a registration. */
export interface Decision {
  readonly approved: boolean;
  /** Reason of the refusal; empty: none given. */
  readonly reason: string;
}

export type ReviewNotices = ReturnType<typeof makeReviewNotices>;

/** The outbox tries to send a decision for a week, because applicants may come back that late. */
const lifeMs = 7 * 86_400_000;

export function makeReviewNotices({ clock, mail, publicUrl }: ReviewNoticeParts) {
  return {
    /**
     * Mails the decision to an applicant who gave an address, in the language of the sign-up, when `tx` commits. [EM14]
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

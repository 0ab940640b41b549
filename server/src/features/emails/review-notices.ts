import { type Clock, dateOf } from '../../kernel/clock.ts';
import { type Mail, mailLanguage } from '../mail/mail.port.ts';
import type { ReviewNotices } from '../registrations/registrations.port.ts';

interface Parts {
  readonly clock: Clock;
  readonly mail: Mail;
  readonly publicUrl: () => string;
}

/** An applicant may come back after a week. */
const lifeMs = 7 * 86_400_000;

/** Tells applicants what was decided. Their language is not known, so it is English. [EM14] */
export function makeReviewNotices({ clock, mail, publicUrl }: Parts): ReviewNotices {
  return {
    async decided(tx, { email, username, approved, reason }) {
      const about = {
        to: email,
        purpose: 'review',
        language: mailLanguage(),
        expiresAt: dateOf(clock.nowMs() + lifeMs),
      } as const;
      if (approved)
        await mail.send(tx, {
          ...about,
          template: 'review_approved',
          values: { username, link: `${publicUrl()}/signin` },
        });
      else await mail.send(tx, { ...about, template: 'review_rejected', values: { username, reason } });
    },
  };
}

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

/** Tells applicants what was decided, in the language in which they signed up. [EM14] */
export function makeReviewNotices({ clock, mail, publicUrl }: Parts): ReviewNotices {
  return {
    async decided(tx, { email, username, language, approved, reason }) {
      const about = {
        to: email,
        purpose: 'review',
        language: mailLanguage(language),
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

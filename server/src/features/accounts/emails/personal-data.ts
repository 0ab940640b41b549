import type { PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  leftOut: {
    email_requests: 'mails that are sent within seconds',
    email_tokens: 'digests of codes that live for minutes',
  },
};

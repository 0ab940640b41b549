import type { PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  leftOut: {
    email_requests: 'mails that are sent within seconds',
    email_tokens: 'digests of codes that live for minutes',
  },
};

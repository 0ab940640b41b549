import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('oauth2_links', {
      file: 'sign-in-accounts',
      of: 'user_id',
      order: 'linked_at',
      columns: ['instance', 'issuer', 'subject', 'account_name', 'linked_at'],
      leftOut: { user_id: 'the person themselves' },
    }),
  ],
};

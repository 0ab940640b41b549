import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('user_emails', {
      file: 'emails',
      of: 'user_id',
      order: 'verified_at',
      columns: ['address', 'verified_at'],
      leftOut: { user_id: 'the person themselves', key: 'another form of the address' },
    }),
  ],
};

import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('user_blocks', {
      file: 'blocked-people',
      of: 'user_id',
      order: 'created_at',
      columns: ['blocked_id', 'created_at'],
      leftOut: { user_id: 'the person themselves' },
    }),
  ],
};

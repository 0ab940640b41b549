import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('sessions', {
      file: 'sessions',
      of: 'user_id',
      order: 'created_at',
      columns: ['id', 'user_agent', 'address', 'method', 'created_at', 'last_used_at', 'revoked_at'],
      leftOut: { user_id: 'the person themselves', credential_version: 'a counter' },
    }),
  ],
};

import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('passkeys', {
      file: 'passkeys',
      of: 'user_id',
      order: 'created_at',
      columns: ['name', 'transports', 'is_synced', 'can_sync', 'aaguid', 'created_at', 'last_used_at'],
      leftOut: {
        user_id: 'the person themselves',
        credential_id: 'belongs to the key',
        public_key: 'a key',
        counter: 'belongs to the key',
      },
    }),
  ],
};

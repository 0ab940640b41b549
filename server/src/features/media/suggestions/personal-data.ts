import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('suggestions', {
      file: 'suggestions',
      of: 'user_id',
      order: 'created_at',
      columns: ['id', 'room_id', 'name', 'source', 'provider', 'created_at'],
      leftOut: { user_id: 'the person themselves', sealed_secrets: 'secrets' },
    }),
  ],
};

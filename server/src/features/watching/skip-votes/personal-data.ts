import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('skip_votes', {
      file: 'skip-votes',
      of: 'user_id',
      order: 'room_id',
      columns: ['room_id', 'media_id'],
      leftOut: { user_id: 'the person themselves' },
    }),
  ],
};

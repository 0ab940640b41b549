import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('queue_votes', {
      file: 'queue-votes',
      of: 'user_id',
      order: 'voted_at',
      columns: ['media_id', 'room_id', 'is_up', 'voted_at'],
      leftOut: { user_id: 'the person themselves' },
    }),
  ],
};

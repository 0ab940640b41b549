import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('item_ratings', {
      file: 'ratings',
      of: 'user_id',
      order: 'rated_at',
      columns: ['media_id', 'room_id', 'face', 'rated_at'],
      leftOut: { user_id: 'the person themselves' },
    }),
  ],
};

import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('film_moments', {
      file: 'film-reactions',
      of: 'user_id',
      order: 'media_id',
      columns: ['media_id', 'room_id', 'place', 'reaction_key'],
      leftOut: { user_id: 'the person themselves' },
    }),
  ],
};

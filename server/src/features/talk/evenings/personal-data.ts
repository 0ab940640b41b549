import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. [EV10] */
export const personalData: PersonalData = {
  rows: [
    ownRows('evening_people', {
      file: 'evenings',
      of: 'user_id',
      order: 'came_at',
      columns: ['evening_id', 'room_id', 'came_at', 'left_at', 'watched_seconds'],
      leftOut: { user_id: 'the person themselves', forgotten: 'only keeps a wish until the evening is over' },
    }),
  ],
};

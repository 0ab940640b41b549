import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. [OH10] */
export const personalData: PersonalData = {
  rows: [
    ownRows('watched_entries', {
      file: 'watched',
      of: 'user_id',
      order: 'id',
      columns: [
        'id',
        'room_id',
        'media_id',
        'name',
        'started_at',
        'left_at',
        'watched_seconds',
        'position_seconds',
        'duration_seconds',
        'finished',
      ],
      leftOut: { user_id: 'the person themselves' },
    }),
  ],
};

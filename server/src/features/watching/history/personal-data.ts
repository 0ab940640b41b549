import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('playback_history', {
      file: 'started-films',
      of: 'started_by_id',
      order: 'started_at',
      columns: [
        'id',
        'room_id',
        'media_id',
        'playlist_id',
        'name',
        'started_at',
        'ended_at',
        'position_seconds',
        'duration_seconds',
      ],
      leftOut: { started_by_id: 'the person themselves' },
    }),
  ],
};

import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('room_successions', {
      file: 'rooms-to-get',
      of: 'heir_id',
      order: 'room_id',
      columns: ['room_id'],
      leftOut: {
        heir_id: 'the person themselves',
        away_days: 'about the owner of the room',
        present_at: 'about the owner of the room',
      },
    }),
  ],
};

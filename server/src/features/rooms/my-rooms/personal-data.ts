import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('room_favorites', {
      file: 'favorite-rooms',
      of: 'user_id',
      order: 'created_at',
      columns: ['room_id', 'created_at'],
      leftOut: { user_id: 'the person themselves' },
    }),
    ownRows('room_visits', {
      file: 'visited-rooms',
      of: 'user_id',
      order: 'visited_at',
      columns: ['room_id', 'visited_at', 'count'],
      leftOut: { user_id: 'the person themselves' },
    }),
  ],
};

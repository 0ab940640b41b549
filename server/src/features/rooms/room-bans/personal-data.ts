import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('room_ban_list', {
      file: 'room-bans',
      of: 'user_id',
      order: 'created_at',
      columns: ['room_id', 'reason', 'created_at', 'until'],
      leftOut: { user_id: 'the person themselves', actor_id: 'another person' },
    }),
  ],
};

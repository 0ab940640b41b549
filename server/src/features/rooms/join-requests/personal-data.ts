import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('join_requests', {
      file: 'join-requests',
      of: 'user_id',
      order: 'created_at',
      columns: ['id', 'room_id', 'note', 'status', 'created_at', 'decided_at', 'reason', 'cooldown_until'],
      leftOut: { user_id: 'the person themselves', decided_by: 'another person' },
    }),
  ],
};

import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('room_creations', {
      file: 'room-creations',
      of: 'creator_id',
      order: 'created_at',
      columns: ['id', 'room_id', 'name', 'request', 'has_password', 'status', 'created_at', 'decided_at', 'reason'],
      leftOut: { creator_id: 'the person themselves', password_record: 'a secret', decided_by: 'another person' },
    }),
  ],
};

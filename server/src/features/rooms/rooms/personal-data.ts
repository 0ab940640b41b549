import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('rooms', {
      file: 'own-rooms',
      of: 'creator_id',
      order: 'created_at',
      columns: ['id', 'name', 'description', 'status', 'visibility', 'settings', 'created_at', 'cover', 'deleted_at'],
      leftOut: {
        creator_id: 'the person themselves',
        password_record: 'a secret',
        settings_version: 'a counter',
        guest_version: 'a counter',
        status_before_ban: 'a note of the server for itself',
        deleted_by_administrator: 'what another person did',
      },
    }),
  ],
};

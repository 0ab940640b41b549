import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('notifications', {
      file: 'notifications',
      of: 'user_id',
      order: 'created_at',
      columns: [
        'id',
        'kind',
        'content',
        'actor_id',
        'room_id',
        'room_name',
        'announcement_id',
        'count',
        'created_at',
        'updated_at',
        'read_at',
        'mailed_at',
      ],
      leftOut: { user_id: 'the person themselves', place: 'a counter', group_key: 'a note of the server for itself' },
    }),
  ],
  leftOut: {
    announcements: 'words of the server to everybody',
    notification_boxes: 'counters',
    notification_things: 'which news were told already',
  },
};

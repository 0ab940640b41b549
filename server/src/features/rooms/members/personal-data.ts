import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('room_members', {
      file: 'memberships',
      of: 'user_id',
      order: 'joined_at',
      columns: [
        'room_id',
        'role',
        'added_permissions',
        'removed_permissions',
        'joined_at',
        'remark_name',
        'display_tag',
      ],
      leftOut: { user_id: 'the person themselves', version: 'a counter' },
    }),
    ownRows('room_kicks', {
      file: 'room-kicks',
      of: 'user_id',
      order: 'until',
      columns: ['room_id', 'until'],
      leftOut: { user_id: 'the person themselves' },
    }),
    ownRows('room_members_set_aside', {
      file: 'memberships-set-aside',
      of: 'user_id',
      order: 'joined_at',
      columns: [
        'room_id',
        'role',
        'added_permissions',
        'removed_permissions',
        'joined_at',
        'remark_name',
        'display_tag',
      ],
      leftOut: { user_id: 'the person themselves', version: 'a counter' },
    }),
  ],
};

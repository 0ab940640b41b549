import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('user_preferences', {
      file: 'preferences',
      of: 'user_id',
      order: 'user_id',
      columns: [
        'language',
        'theme',
        'email_notifications',
        'notify_room_invitations',
        'notify_join_requests',
        'notify_role_changes',
        'notify_reports',
        'notify_announcements',
        'notify_mentions',
        'keep_watched',
        'show_progress',
      ],
      leftOut: { user_id: 'the person themselves' },
    }),
  ],
};

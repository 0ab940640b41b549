import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('schedule_answers', {
      file: 'schedule-answers',
      of: 'user_id',
      order: 'answered_at',
      columns: ['room_id', 'schedule_id', 'answer', 'answered_at'],
      leftOut: { user_id: 'the person themselves' },
    }),
  ],
};

import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('registration_reviews', {
      file: 'registration',
      of: 'user_id',
      order: 'created_at',
      columns: [
        'username',
        'chosen_name',
        'method',
        'email',
        'language',
        'created_at',
        'status',
        'decided_at',
        'reason',
      ],
      leftOut: {
        id: 'of the review',
        user_id: 'the person themselves',
        username_key: 'another form of the username',
        credentials: 'secrets',
        decided_by: 'another person',
      },
    }),
  ],
};

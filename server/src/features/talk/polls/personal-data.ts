import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('polls', {
      file: 'polls',
      of: 'creator_id',
      order: 'created_at',
      columns: [
        'id',
        'room_id',
        'question',
        'has_several_choices',

        'is_anonymous',
        'created_at',
        'ends_at',
        'ended_at',
        'drawn_option',
      ],
      leftOut: { creator_id: 'the person themselves', version: 'a counter', event_sequences: 'counters' },
    }),
    ownRows('poll_options', {
      file: 'poll-options',
      of: 'creator_id',
      through: { table: 'polls', column: 'poll_id' },
      order: 'poll_id',
      columns: ['poll_id', 'number', 'text', 'media_id'],
    }),
    ownRows('poll_votes', {
      file: 'votes',
      of: 'user_id',
      order: 'voted_at',
      columns: ['poll_id', 'option_number', 'voted_at'],
      leftOut: { user_id: 'the person themselves' },
    }),
  ],
};

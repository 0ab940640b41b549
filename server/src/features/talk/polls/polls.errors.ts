import { defineErrors } from '../../../kernel/errors.ts';

export const pollsErrors = defineErrors('polls', {
  blank: { code: 'invalid_argument', message: 'The question and each option need some text.' },
  same_options: { code: 'invalid_argument', message: 'Two options are the same.' },
  item_not_found: {
    code: 'invalid_argument',
    message: 'An option is not an item of a playlist that all members may browse.',
  },
  one_choice: { code: 'invalid_argument', message: 'In this poll each person chooses one option.' },
  no_such_option: { code: 'invalid_argument', message: 'The poll has no such option.' },
  too_many_open: {
    code: 'failed_precondition',
    message: 'This room has as many open polls as it may have. End one first.',
  },
  not_found: { code: 'not_found', message: 'There is no such poll in this room.' },
  ended: { code: 'failed_precondition', message: 'The poll has ended.' },
  not_yours: {
    code: 'permission_denied',
    message: 'Only the person who opened the poll, and moderators, can do this.',
  },
  anonymous: { code: 'permission_denied', message: 'Nobody is told who chose what in this poll.' },
  no_tie: {
    code: 'failed_precondition',
    message: 'The poll has not ended, or its options do not share the most votes.',
  },
});

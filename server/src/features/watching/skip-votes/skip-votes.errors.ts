import { defineErrors } from '../../../kernel/errors.ts';

export const skipVotesErrors = defineErrors('skip_votes', {
  off: { code: 'failed_precondition', message: 'In this room members do not vote to skip.' },
  not_playing: { code: 'failed_precondition', message: 'This item does not play any more.' },
});

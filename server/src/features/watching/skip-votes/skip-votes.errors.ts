import { defineErrors } from '../../../kernel/errors.ts';

export const skipVotesErrors = defineErrors('skip_votes', {
  off: { code: 'failed_precondition', message: 'Members of this room do not vote to go on.' },
  not_playing: { code: 'failed_precondition', message: 'This item does not play any more.' },
});

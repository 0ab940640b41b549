import { defineErrors } from '../../../kernel/errors.ts';

export const readyChecksErrors = defineErrors('ready_checks', {
  playing: { code: 'failed_precondition', message: 'The film plays already.' },
  nothing_chosen: { code: 'failed_precondition', message: 'No item is chosen that could start.' },
  over: { code: 'failed_precondition', message: 'This question is over.' },
});

import { defineErrors } from '../../../kernel/errors.ts';

export const historyErrors = defineErrors('history', {
  entry_not_found: { code: 'not_found', message: 'There is no such entry in the history of this room.' },
  invalid_cursor: {
    code: 'invalid_argument',
    message: 'This page does not belong to this history. Begin at the first page.',
  },
});

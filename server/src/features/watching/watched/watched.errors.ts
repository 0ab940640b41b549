import { defineErrors } from '../../../kernel/errors.ts';

export const watchedErrors = defineErrors('watched', {
  entry_not_found: { code: 'not_found', message: 'There is no such entry in your history.' },
  invalid_cursor: {
    code: 'invalid_argument',
    message: 'This page does not belong to this list. Begin at the first page.',
  },
});

import { defineErrors } from '../../../kernel/errors.ts';

export const displayNameErrors = defineErrors('display_names', {
  too_long: { code: 'invalid_argument', message: 'A name has at most 32 characters.' },
  too_many_marks: { code: 'invalid_argument', message: 'A character of the name has too many marks.' },
  reserved: { code: 'already_exists', message: 'This name looks like that of the people who run the server.' },
});

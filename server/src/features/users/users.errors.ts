import { defineErrors } from '../../kernel/errors.ts';

export const userErrors = defineErrors('users', {
  not_found: { code: 'not_found', message: 'There is no such user.' },
  username_taken: { code: 'already_exists', message: 'This username is taken.' },
});

import { defineErrors } from '../../../kernel/errors.ts';

export const auditErrors = defineErrors('audit', {
  bad_page_token: { code: 'invalid_argument', message: 'The page token is not one of this list.' },
});

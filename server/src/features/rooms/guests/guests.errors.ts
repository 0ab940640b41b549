import { defineErrors } from '../../../kernel/errors.ts';

export const guestErrors = defineErrors('guests', {
  not_admitted: { code: 'permission_denied', message: 'This room does not let guests in.' },
  invalid_token: { code: 'unauthenticated', message: 'Guest access has ended; ask for it again.' },
});

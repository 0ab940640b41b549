import { defineErrors } from '../../../kernel/errors.ts';

export const invitationErrors = defineErrors('invitations', {
  not_found: { code: 'not_found', message: 'There is no such invitation.' },
  ended: { code: 'failed_precondition', message: 'This invitation lets nobody in any more.' },
  too_many: {
    code: 'failed_precondition',
    message: 'This room has as many invitations as it can have. Revoke one first.',
  },
  locked_out: { code: 'resource_exhausted', message: 'Too many wrong invitations; wait before the next attempt.' },
});

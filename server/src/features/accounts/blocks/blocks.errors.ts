import { defineErrors } from '../../../kernel/errors.ts';

export const blockErrors = defineErrors('blocks', {
  self: { code: 'invalid_argument', message: 'You cannot block yourself.' },
  too_many: {
    code: 'failed_precondition',
    message: 'You cannot block more people. Unblock somebody first.',
  },
});

import { defineErrors } from '../../../kernel/errors.ts';

export const scheduleErrors = defineErrors('schedule', {
  not_ahead: { code: 'invalid_argument', message: 'The start must be in the future.' },
  too_far: { code: 'invalid_argument', message: 'The start may be at most 366 days ahead.' },
  media_not_found: { code: 'not_found', message: 'The room has no such item.' },
  another_start: { code: 'failed_precondition', message: 'This start is past, or was called off.' },
});

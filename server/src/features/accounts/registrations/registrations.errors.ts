import { defineErrors } from '../../../kernel/errors.ts';

export const registrationErrors = defineErrors('registrations', {
  not_found: { code: 'not_found', message: 'There is no such registration to review.' },
  decided: { code: 'failed_precondition', message: 'This registration has been decided on already.' },
});

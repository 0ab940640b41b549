import { defineReasons } from '@matinee/contract/reasons.ts';
import { defineErrors } from '../../../kernel/errors.ts';

export const emailErrors = defineErrors('emails', {
  invalid_address: { code: 'invalid_argument', message: 'This is not one email address.' },
  not_allowed: { code: 'permission_denied', message: 'This server does not accept addresses of this domain.' },
  too_many_mails: {
    code: 'resource_exhausted',
    message: 'Too many mails were asked for; look for them before you ask again.',
  },
  invalid_token: {
    code: 'unauthenticated',
    message: 'The code is wrong, was used, or is too old. Ask for a new one.',
  },
  address_taken: { code: 'already_exists', message: 'Another account has this address.' },
  already_bound: { code: 'failed_precondition', message: 'Your account has this address already.' },
  not_bound: { code: 'failed_precondition', message: 'Your account has no email address.' },
});

export const emailReasons = defineReasons('emails', { not_one_address: 'is not one email address' });

import { defineErrors } from '../../kernel/errors.ts';

export const mailErrors = defineErrors('mail', {
  not_configured: {
    code: 'failed_precondition',
    message: 'This server sends no mail: email.enabled, email.smtpHost and email.fromEmail have to be set.',
  },
  invalid_address: { code: 'invalid_argument', message: 'This is not one email address.' },
  delivery_failed: { code: 'unavailable', message: 'The mail could not be handed over.' },
});

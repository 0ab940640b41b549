import { defineReasons } from '@matinee/contract/reasons.ts';
import { defineErrors } from '../../../kernel/errors.ts';

export const mailErrors = defineErrors('mail', {
  not_configured: {
    code: 'failed_precondition',
    message: 'This server sends no mail: email.enabled, email.smtpHost and email.fromEmail have to be set.',
  },
  invalid_address: { code: 'invalid_argument', message: 'This is not one email address.' },
  delivery_failed: { code: 'unavailable', message: 'The mail could not be handed over.' },
});

export const mailReasons = defineReasons('mail', {
  not_one_address: 'is not one email address',
  not_a_sender: 'is not one email address such as cinema@example.org',
  not_a_host: 'is not a host name or an IP address; the port has a setting',
  not_a_domain: 'is not a domain such as example.org or an address such as anna@example.org',
  not_a_proxy: 'is not an address such as socks5://proxy.example.org:1080 without anything else',
  credentials_expected: 'must have username and password',
  proxy_expected: 'must have url and, where the proxy asks for them, credentials',
  password_missing: 'is missing; the stored one stays only while the username is the same',
});

import { defineReasons } from '@matinee/contract/reasons.ts';
import { defineErrors } from '../../../kernel/errors.ts';

export const authErrors = defineErrors('auth', {
  signup_disabled: { code: 'permission_denied', message: 'This server does not take sign-ups of this kind.' },
  username_taken: { code: 'already_exists', message: 'This username is taken.' },
  weak_password: {
    code: 'invalid_argument',
    message: 'A password needs an upper-case letter, a lower-case letter and a digit.',
  },
  invalid_credentials: { code: 'unauthenticated', message: 'Username or password is wrong.' },
  invalid_token: { code: 'unauthenticated', message: 'The session has ended; sign in again.' },
  expired_token: { code: 'unauthenticated', message: 'The access token has expired.' },
  invalid_refresh_token: { code: 'unauthenticated', message: 'The session has ended; sign in again.' },
  locked_out: { code: 'resource_exhausted', message: 'Too many failed attempts; wait before the next one.' },
  invalid_opaque_message: {
    code: 'invalid_argument',
    message: 'This is not an OPAQUE message that this server understands.',
  },
  challenge_expired: {
    code: 'failed_precondition',
    message: 'This took too long, or was finished before; begin again.',
  },
  wrong_password: { code: 'permission_denied', message: 'The current password is wrong.' },
  no_password: { code: 'failed_precondition', message: 'This account has no password; verify in another way.' },
  session_not_found: { code: 'not_found', message: 'There is no such session.' },
  banned: { code: 'permission_denied', message: 'This account is banned.' },
});

export const authReasons = defineReasons('auth', {
  too_simple: 'needs an upper-case letter, a lower-case letter and a digit',
});

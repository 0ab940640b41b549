import { defineErrors } from '../../../kernel/errors.ts';

export const mfaErrors = defineErrors('mfa', {
  session_ended: { code: 'unauthenticated', message: 'This sign-in took too long or too many tries; begin again.' },
  wrong_code: { code: 'unauthenticated', message: 'The code or key is wrong, or was used before.' },
  method_unavailable: {
    code: 'failed_precondition',
    message: 'This account cannot use that here; choose another way.',
  },
  no_second_factor: {
    code: 'failed_precondition',
    message: 'This account asks for two factors, and this way to sign in leaves no second one. Sign in another way.',
  },
  mail_too_soon: {
    code: 'failed_precondition',
    message:
      'The password was set by email, and email is the only second factor of this account. It counts as one again 24 hours later. An administrator can help sooner.',
  },
  no_local_factor: {
    code: 'failed_precondition',
    message: 'This account has nothing to prove itself with. Bind a passkey or an email address first.',
  },
  verification_session_ended: {
    code: 'permission_denied',
    message: 'This verification took too long or too many tries; begin again.',
  },
  wrong_proof: { code: 'permission_denied', message: 'The code or key is wrong, or was used before.' },
  verification_invalid: {
    code: 'permission_denied',
    message: 'Prove again who you are: the verification is used, too old, or for something else.',
  },
  totp_exists: { code: 'already_exists', message: 'This account has an authenticator app; remove that one first.' },
  no_totp: { code: 'failed_precondition', message: 'This account has no authenticator app.' },
  setup_ended: { code: 'failed_precondition', message: 'This setup took too long or too many tries; begin again.' },
  wrong_setup_code: {
    code: 'invalid_argument',
    message: 'The app shows another code; check the time of both devices.',
  },
  too_few_factors: {
    code: 'failed_precondition',
    message: 'Two-factor sign-in needs two of: password, passkey, authenticator app, verified email address.',
  },
  two_factors_needed: {
    code: 'failed_precondition',
    message: 'Two-factor sign-in needs two factors; turn it off first, or add another factor.',
  },
  last_sign_in: { code: 'failed_precondition', message: 'This is the last way to sign in; add another one first.' },
  only_the_user: { code: 'failed_precondition', message: 'Only the user can turn two-factor sign-in on.' },
});

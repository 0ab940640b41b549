import type { LoginResponse, MfaMethod } from '@matinee/contract/gen/api.ts';
import type { Api } from '../../../client/calls/api.ts';

/**
 * Finishes a sign-in with the typed text, or with a passkey from the browser.
 * @throws ApiError `mfa.wrong_code`, `mfa.session_ended`.
 */
export async function finishSignIn(
  api: Api,
  method: MfaMethod,
  sessionId: string,
  typed: string,
): Promise<LoginResponse> {
  const session = { mfa_session_id: sessionId };
  switch (method) {
    case 'MFA_METHOD_TOTP':
      return api.call('AuthService.VerifyMfaTotp', { ...session, code: digitsOf(typed) });
    case 'MFA_METHOD_RECOVERY_CODE':
      return api.call('AuthService.VerifyMfaRecoveryCode', { ...session, recovery_code: typed.trim() });
    case 'MFA_METHOD_EMAIL':
      return api.call('AuthService.VerifyMfaEmailCode', { ...session, code: typed.trim() });
    case 'MFA_METHOD_WEBAUTHN': {
      const [{ options }, { askForPasskey }] = await Promise.all([
        api.call('AuthService.StartMfaPasskey', session),
        import('../passkeys/ceremonies.ts'),
      ]);
      return api.call('AuthService.FinishMfaPasskey', { ...session, credential: await askForPasskey(options) });
    }
  }
}

/** The code of an app without the spaces that apps show in it. */
export function digitsOf(typed: string): string {
  return typed.replaceAll(/\s/g, '');
}

/** True once a whole code of an app is typed. */
export function isWholeCode(typed: string): boolean {
  return /^\d{6}$/.test(digitsOf(typed));
}

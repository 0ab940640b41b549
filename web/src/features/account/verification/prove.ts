import type { FinishSensitiveOperationVerificationRequest, VerificationMethod } from '@matinee/contract/gen/api.ts';
import type { Api } from '../../../client/calls/api.ts';
import { provePassword } from '../passwords/passwords.port.ts';

type Proof = Omit<FinishSensitiveOperationVerificationRequest, 'verification_session_id'>;

/**
 * Proves one method with the typed text (empty for a passkey) and returns the `verification_id`.
 * @throws ApiError `mfa.wrong_proof`.
 */
export async function prove(api: Api, method: VerificationMethod, sessionId: string, typed: string): Promise<string> {
  const proof = await makeProof(api, method, sessionId, typed);
  const { verification_id } = await api.call('UserService.FinishSensitiveOperationVerification', {
    verification_session_id: sessionId,
    ...proof,
  });
  return verification_id;
}

async function makeProof(api: Api, method: VerificationMethod, sessionId: string, typed: string): Promise<Proof> {
  const session = { verification_session_id: sessionId };
  switch (method) {
    case 'VERIFICATION_METHOD_PASSWORD': {
      const credential_finalization = await provePassword(typed, async (credential_request) => {
        const started = await api.call('UserService.StartSensitiveOperationOpaque', { ...session, credential_request });
        return started.credential_response;
      });
      return { credential_finalization };
    }
    case 'VERIFICATION_METHOD_WEBAUTHN': {
      const [{ options }, { askForPasskey }] = await Promise.all([
        api.call('UserService.StartSensitiveOperationPasskey', session),
        import('../passkeys/ceremonies.ts'),
      ]);
      return { passkey: await askForPasskey(options) };
    }
    case 'VERIFICATION_METHOD_TOTP':
      return { totp_code: typed.replaceAll(/\s/g, '') };
    case 'VERIFICATION_METHOD_RECOVERY_CODE':
      return { recovery_code: typed };
    case 'VERIFICATION_METHOD_EMAIL':
      return { email_code: typed.trim() };
  }
}

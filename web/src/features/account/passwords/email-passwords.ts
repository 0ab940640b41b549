/** Passwords that are set with a mailed code. They stay in the browser: OPAQUE, RFC 9807. */
import type { ConfirmEmailRegistrationResponse } from '@matinee/contract/gen/api.ts';
import type { Api } from '../../../client/calls/api.ts';
import { opaqueStep } from './opaque.ts';
import { finishRegistration } from './passwords.port.ts';

/** A code and the address that it was mailed to. */
export interface MailedCode {
  readonly email: string;
  readonly emailToken: string;
}

/** Makes an account with a confirmed address, or requests one where an administrator reviews sign-ups. */
export async function signUpByEmail(
  api: Api,
  { email, emailToken }: MailedCode,
  username: string,
  password: string,
): Promise<ConfirmEmailRegistrationResponse> {
  const { state, request: registrationRequest } = await opaqueStep('startRegistration', { password });
  const call = 'AuthService.ConfirmEmailRegistration';
  const started = await api.call(call, { email, emailToken, username, registrationRequest });
  const registrationUpload = await finishRegistration(password, state, started.registrationResponse ?? '');
  return api.call(call, { email, username, registrationId: started.registrationId ?? '', registrationUpload });
}

/** Sets a new password; all sessions end. */
export async function resetPassword(api: Api, { email, emailToken }: MailedCode, password: string): Promise<void> {
  const { state, request: registrationRequest } = await opaqueStep('startRegistration', { password });
  const started = await api.call('EmailService.StartOpaquePasswordReset', { email, emailToken, registrationRequest });
  await api.call('EmailService.FinishOpaquePasswordReset', {
    resetId: started.resetId,
    registrationUpload: await finishRegistration(password, state, started.registrationResponse),
  });
}

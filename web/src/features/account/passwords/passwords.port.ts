/** Signing in and up with a password that never leaves the browser: OPAQUE, RFC 9807. */
import type { LoginResponse, RegistrationResponse } from '@matinee/contract/gen/api.ts';
import type { Api } from '../../../client/calls/api.ts';
import { ApiError } from '../../../client/calls/api-error.ts';
import { loadErrorTexts } from '../../../client/words/texts.ts';
import { opaqueStep, toBase64Url } from './opaque.ts';

/** Loads the code before the person presses the button. */
export function loadPasswords(): void {
  void opaqueStep('load', null).catch(() => undefined);
}

/** @throws ApiError `auth.invalid_credentials` for a wrong password or an unknown name. */
export async function signInWithPassword(api: Api, username: string, password: string): Promise<LoginResponse> {
  const { state, request } = await opaqueStep('startLogin', { password });
  const started = await api.call('AuthService.StartOpaqueLogin', { username, credentialRequest: request });
  const credentialFinalization = await finishLogin(password, state, started.credentialResponse);
  // The library sees that the password is wrong before the server does.
  if (credentialFinalization === null) throw await refusal('auth.invalid_credentials');
  return api.call('AuthService.FinishOpaqueLogin', { loginId: started.loginId, credentialFinalization });
}

/** Makes an account, or requests one where an administrator reviews sign-ups. */
export async function signUpWithPassword(api: Api, username: string, password: string): Promise<RegistrationResponse> {
  const { state, request } = await opaqueStep('startRegistration', { password });
  const started = await api.call('AuthService.StartOpaqueRegistration', { username, registrationRequest: request });
  return api.call('AuthService.FinishOpaqueRegistration', {
    registrationId: started.registrationId,
    registrationUpload: await finishRegistration(password, state, started.registrationResponse),
  });
}

/** The proof for setting a password: the current one, or a verification. */
export type PasswordProof = { readonly current: string } | { readonly verificationId: string };

/** Sets the password of the signed-in user. @throws ApiError `auth.wrong_password` when the current one is wrong. */
export async function changePassword(api: Api, password: string, proof: PasswordProof): Promise<void> {
  const { state, request: registrationRequest } = await opaqueStep('startRegistration', { password });
  const login = 'current' in proof ? await opaqueStep('startLogin', { password: proof.current }) : undefined;
  const started = await api.call('UserService.StartOpaquePasswordUpdate', {
    registrationRequest,
    ...(login ? { credentialRequest: login.request } : {}),
    ...('verificationId' in proof ? { verificationId: proof.verificationId } : {}),
  });
  const credentialFinalization =
    'current' in proof && login && started.credentialResponse !== undefined
      ? await finishLogin(proof.current, login.state, started.credentialResponse)
      : undefined;
  if (credentialFinalization === null) throw await refusal('auth.wrong_password');
  await api.call('UserService.FinishOpaquePasswordUpdate', {
    updateId: started.updateId,
    registrationUpload: await finishRegistration(password, state, started.registrationResponse),
    ...(credentialFinalization === undefined ? {} : { credentialFinalization }),
  });
}

/**
 * Proves a password. `ask` sends the first message to the server; the result is the last message.
 * @throws ApiError with the code `wrong` for a wrong password, as the server would send.
 */
export async function provePassword(
  password: string,
  ask: (request: string) => Promise<string>,
  wrong = 'mfa.wrong_proof',
): Promise<string> {
  const { state, request } = await opaqueStep('startLogin', { password });
  const finalization = await finishLogin(password, state, await ask(request));
  if (finalization === null) throw await refusal(wrong);
  return finalization;
}

function finishLogin(password: string, state: string, response: string): Promise<string | null> {
  return opaqueStep('finishLogin', { password, state, response: toBase64Url(response) });
}

/** The record for a new password. `ask` sends the first message to the server and returns its answer. */
export async function makePasswordRecord(password: string, ask: (request: string) => Promise<string>): Promise<string> {
  const { state, request } = await opaqueStep('startRegistration', { password });
  return finishRegistration(password, state, await ask(request));
}

/** The record for a new password, made from the server's `response`. */
export function finishRegistration(password: string, state: string, response: string): Promise<string> {
  return opaqueStep('finishRegistration', { password, state, response: toBase64Url(response) });
}

/** The server's error for a wrong password, with its words loaded. The server itself never sees the password. */
async function refusal(code: string): Promise<ApiError> {
  const error = new ApiError({ status: 401, code, message: 'The password is wrong.', requestId: '' });
  await loadErrorTexts(error);
  return error;
}

/** The browser's part of WebAuthn between the two calls of each flow. */
import type { LoginResponse, Passkey, RegistrationResponse } from '@matinee/contract/gen/api.ts';
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { Api } from '../../../client/calls/api.ts';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
/** A credential as the contract carries it: any JSON object. */
type Carried = Record<string, unknown>;

export { browserSupportsWebAuthnAutofill as canFillInPasskeys };

/**
 * Why passkeys do not work here; undefined: they do. A passkey belongs to a host name, so a page at an IP address has
 * none (WebAuthn §5.1.3). [WK5]
 */
export function obstacle(hostname = location.hostname): 'unsupported' | 'address' | undefined {
  if (/^\[|^[\d.]+$/.test(hostname)) return 'address';
  return browserSupportsWebAuthn() ? undefined : 'unsupported';
}

/** Cancels the browser's passkey question that waits in the background. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

/**
 * Signs in. `quietly`: the browser offers passkeys in the suggestions of a field and waits until the person takes one.
 * @throws ApiError of the server, or an Error of the browser: see `reasonOf`.
 */
export async function signInWithPasskey(api: Api, quietly = false): Promise<LoginResponse> {
  const { challengeId, options } = await api.call('AuthService.StartPasskeyLogin', {});
  const credential = await askForPasskey(options, quietly);
  return api.call('AuthService.FinishPasskeyLogin', { challengeId, credential });
}

/** Asks the browser to prove one of the passkeys that `options` allow. */
export async function askForPasskey(options: Carried | undefined, quietly = false): Promise<Carried> {
  const answer = await startAuthentication({
    optionsJSON: options as never as RequestOptions,
    useBrowserAutofill: quietly,
  });
  return answer as never as Carried;
}

/** Makes a passkey and the account with it. */
export async function signUpWithPasskey(api: Api, username: string): Promise<RegistrationResponse> {
  const { challengeId, options } = await api.call('AuthService.StartPasskeyRegistration', { username });
  const credential = await makePasskey(options);
  return api.call('AuthService.FinishPasskeyRegistration', { challengeId, credential });
}

/** Makes a passkey and adds it to the account. */
export async function addPasskey(api: Api, verificationId: string): Promise<Passkey | undefined> {
  const { challengeId, options } = await api.call('UserService.StartPasskeyBind', { verificationId });
  const credential = await makePasskey(options);
  return (await api.call('UserService.FinishPasskeyBind', { challengeId, credential })).passkey;
}

async function makePasskey(options: Carried | undefined): Promise<Carried> {
  return (await startRegistration({ optionsJSON: options as never as CreationOptions })) as never as Carried;
}

/** Why the browser gave no passkey, as the end of a text's key; undefined: the error is of another kind. */
export function reasonOf(error: unknown): 'cancelled' | 'exists' | 'address' | undefined {
  if (!(error instanceof Error)) return undefined;
  switch (error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'cancelled';
    case 'InvalidStateError':
      return 'exists';
    case 'SecurityError':
      return 'address';
    default:
      return undefined;
  }
}

/**
 * An OPAQUE client as another program would write it: the library without our code, with the test servers' stretching.
 */
import type { TestServer } from '@matinee/testkit/server.ts';
import * as opaque from '@serenity-kit/opaque';
import { leastStretching } from '../../../drivers/passwords/stretching.ts';

const keyStretching = { 'argon2id-custom': leastStretching };

await opaque.ready;

/** Converts any base64 to base64url. */
function url(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64url');
}

/** A password that the server never sees. */
export class OpaqueClient {
  readonly #password: string;
  #login = '';
  #registration = '';

  constructor(password: string) {
    this.#password = password;
  }

  /** KE1. */
  startLogin(): string {
    const { clientLoginState, startLoginRequest } = opaque.client.startLogin({ password: this.#password });
    this.#login = clientLoginState;
    return startLoginRequest;
  }

  /** KE3; undefined: the password is wrong. */
  finishLogin(credentialResponse: string): string | undefined {
    return opaque.client.finishLogin({
      password: this.#password,
      clientLoginState: this.#login,
      loginResponse: url(credentialResponse),
      keyStretching,
    })?.finishLoginRequest;
  }

  startRegistration(): string {
    const { clientRegistrationState, registrationRequest } = opaque.client.startRegistration({
      password: this.#password,
    });
    this.#registration = clientRegistrationState;
    return registrationRequest;
  }

  finishRegistration(registrationResponse: string): string {
    return opaque.client.finishRegistration({
      password: this.#password,
      clientRegistrationState: this.#registration,
      registrationResponse: url(registrationResponse),
      keyStretching,
    }).registrationRecord;
  }
}

/**
 * Signs in; returns the answer to the last step, or to the first one if that is refused. Undefined: the client detected
 * a wrong password.
 */
export async function opaqueLogin(server: TestServer, username: string, password: string) {
  const client = new OpaqueClient(password);
  const started = await server.rest({
    call: 'AuthService.StartOpaqueLogin',
    request: { username, credentialRequest: client.startLogin() },
  });
  if (started.status !== 200) return started;
  const credentialFinalization = client.finishLogin(started.json.credentialResponse);
  if (credentialFinalization === undefined) return undefined;
  return server.rest({
    call: 'AuthService.FinishOpaqueLogin',
    request: { loginId: started.json.loginId, credentialFinalization },
  });
}

/** Signs up; returns the answer to the last step, or to the first one if that is refused. */
export async function opaqueRegister(server: TestServer, username: string, password: string) {
  const client = new OpaqueClient(password);
  const started = await server.rest({
    call: 'AuthService.StartOpaqueRegistration',
    request: { username, registrationRequest: client.startRegistration() },
  });
  if (started.status !== 200) return started;
  const registrationUpload = client.finishRegistration(started.json.registrationResponse);
  return server.rest({
    call: 'AuthService.FinishOpaqueRegistration',
    request: { registrationId: started.json.registrationId, registrationUpload },
  });
}

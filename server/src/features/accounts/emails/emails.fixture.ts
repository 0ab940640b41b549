/** Steps with addresses that tests of several files share. */
import type { TestServer, TestUser } from '@matinee/testkit/server.ts';
import { verify } from '../mfa/mfa.fixture.ts';
import { OpaqueClient } from '../passwords/opaque.fixture.ts';

let made = 0;

/** An address that no other test has. */
export function newAddress(name = 'anna'): string {
  return `${name}.${++made}@example.org`;
}

/** Adds a confirmed address to an account. */
export async function bind(server: TestServer, { token }: Pick<TestUser, 'token'>, email: string): Promise<void> {
  const verification_id = await verify(server, { token }, 'EMAIL_BIND');
  await server.ok({ call: 'UserService.StartEmailBind', token, request: { email, verification_id } });
  const email_token = await server.mailedCode(email);
  await server.ok({ call: 'UserService.ConfirmEmailBind', token, request: { email, email_token } });
}

/** Signs up a user and confirms an address. */
export async function signUpWithEmail(server: TestServer, name = 'anna'): Promise<TestUser & { email: string }> {
  const [user, email] = [await server.signUp(name), newAddress(name)];
  await bind(server, user, email);
  return { ...user, email };
}

/** Starts a new password like a browser; returns the request of the last step. */
export async function beginReset(server: TestServer, email: string, password: string) {
  await server.ok({ call: 'EmailService.RequestPasswordReset', request: { email } });
  const email_token = await server.mailedCode(email);
  const client = new OpaqueClient(password);
  const { resetId, registrationResponse } = await server.ok({
    call: 'EmailService.StartOpaquePasswordReset',
    request: { email, email_token, registration_request: client.startRegistration() },
  });
  return { reset_id: resetId, registration_upload: client.finishRegistration(registrationResponse) };
}

/** Sets a new password with a mailed code. */
export async function resetPassword(server: TestServer, email: string, password: string): Promise<void> {
  const request = await beginReset(server, email, password);
  await server.ok({ call: 'EmailService.FinishOpaquePasswordReset', request });
}

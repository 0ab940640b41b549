/** Steps with addresses that tests of several files share. */
import type { TestServer, TestUser } from '@matinee/testkit/server.ts';
import { verify } from '../mfa/mfa.fixture.ts';

let made = 0;

/** An address that no other test has. */
export function newAddress(name = 'anna'): string {
  return `${name}.${++made}@example.org`;
}

/** Gives an account a confirmed address. */
export async function bind(server: TestServer, { token }: Pick<TestUser, 'token'>, email: string): Promise<void> {
  const verification_id = await verify(server, { token }, 'EMAIL_BIND');
  await server.ok({ call: 'UserService.StartEmailBind', token, request: { email, verification_id } });
  const email_token = await server.mailedCode(email);
  await server.ok({ call: 'UserService.ConfirmEmailBind', token, request: { email, email_token } });
}

/** Somebody with an account and a confirmed address. */
export async function signUpWithEmail(server: TestServer, name = 'anna'): Promise<TestUser & { email: string }> {
  const [user, email] = [await server.signUp(name), newAddress(name)];
  await bind(server, user, email);
  return { ...user, email };
}

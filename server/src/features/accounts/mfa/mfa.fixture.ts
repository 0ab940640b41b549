/** Steps of two-factor sign-in that tests of several files share. */

import { totpCode } from '@matinee/testkit/accounts/totp.ts';
import type { TestServer, TestUser } from '@matinee/testkit/server.ts';
import { testPassword } from '@matinee/testkit/server.ts';

/** A verification id for an operation: by default `TOTP_SETUP`, proved by the password. */
export async function verify(
  server: TestServer,
  { token }: Pick<TestUser, 'token'>,
  operation: string,
  proof: object = { password: testPassword },
): Promise<string> {
  const { verification_session_id } = await server.ok({
    call: 'UserService.StartSensitiveOperationVerification',
    token,
    request: { operation: `SENSITIVE_OPERATION_${operation}` },
  });
  const { verification_id } = await server.ok({
    call: 'UserService.FinishSensitiveOperationVerification',
    token,
    request: { verification_session_id, ...proof },
  });
  return verification_id;
}

/** An account with an authenticator app. */
export interface Enrolled extends TestUser {
  readonly secret: string;
  readonly recoveryCodes: string[];
}

/** Signs up and enrols an authenticator app at `nowMs`. */
export async function enrol(server: TestServer, nowMs: number, name = 'anna'): Promise<Enrolled> {
  const user = await server.signUp(name);
  const { token } = user;
  const verification_id = await verify(server, user, 'TOTP_SETUP');
  const { setup_id, secret } = await server.ok({
    call: 'UserService.StartTotpSetup',
    token,
    request: { verification_id },
  });
  const { recovery_codes } = await server.ok({
    call: 'UserService.FinishTotpSetup',
    token,
    request: { setup_id, code: totpCode(secret, nowMs) },
  });
  return { ...user, secret, recoveryCodes: recovery_codes };
}

/** Turns two-factor sign-in on or off. The caller checks the answer, which may be a refusal. */
export async function setTwoFactor(server: TestServer, user: TestUser, enabled: boolean, proof?: object) {
  const verification_id = await verify(server, user, enabled ? 'TWO_FACTOR_ENABLE' : 'TWO_FACTOR_DISABLE', proof);
  return server.rest({
    call: 'UserService.SetTwoFactorEnabled',
    token: user.token,
    request: { enabled, verification_id },
  });
}

/** Like `enrol`, but with two-factor sign-in on. */
export async function enrolWithTwoFactor(server: TestServer, nowMs: number, name?: string): Promise<Enrolled> {
  const user = await enrol(server, nowMs, name);
  const answer = await setTwoFactor(server, user, true);
  if (answer.status !== 200) throw new Error(`${answer.reason}`);
  return user;
}

/** Signs in with the password; returns the MFA part of the answer. */
export async function firstFactor(server: TestServer, { username }: Pick<TestUser, 'username'>) {
  const request = { username, password: testPassword };
  return server.ok({ call: 'AuthService.LoginWithDirectPassword', request });
}

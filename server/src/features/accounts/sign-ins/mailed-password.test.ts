import { totpCode } from '@matinee/testkit/accounts/totp.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bind, newAddress, resetPassword, signUpWithEmail } from '../emails/emails.fixture.ts';
import { type Enrolled, enrol, setTwoFactor, verify } from '../mfa/mfa.fixture.ts';
import { Authenticator } from '../passkeys/authenticator.fixture.ts';
import { OpaqueClient } from '../passwords/opaque.fixture.ts';

const mailedPassword = 'Mailed-horse-8';
const thirdPassword = 'Another-horse-9';
const clock = new FakeClock();
let smtp: SmtpCatch;
let server: TestServer;
beforeAll(async () => {
  smtp = await startSmtpCatch();
  server = await startTestServer({ clock, smtp });
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});
// The server forgets failures of an address, and the number of mails, after an hour.
beforeEach(() => clock.advance(3_600_000));

type Someone = TestUser & { readonly email: string };

/** Password, address and authenticator app, with two-factor sign-in on. */
async function signUpWithApp(): Promise<Enrolled & { email: string }> {
  const [user, email] = [await enrol(server, clock.nowMs()), newAddress()];
  await bind(server, user, email);
  expect((await setTwoFactor(server, user, true)).status).toBe(200);
  return { ...user, email };
}

/** Password and address alone, with two-factor sign-in on. */
async function signUpWithMailAlone(): Promise<Someone> {
  const user = await signUpWithEmail(server);
  expect((await setTwoFactor(server, user, true)).status).toBe(200);
  return user;
}

const login = (username: string, password = mailedPassword) =>
  server.rest({ call: 'AuthService.LoginWithDirectPassword', request: { username, password } });
/** Signs in with the password; returns the MFA session and the methods that it offers. */
async function firstFactor({ username }: TestUser, password = mailedPassword) {
  const { session_id, available_methods } = (await login(username, password)).json.mfa;
  return { mfa_session_id: session_id as string, methods: available_methods as string[] };
}
const byTotp = (mfa_session_id: string, { secret }: Enrolled) =>
  server.ok({
    call: 'AuthService.VerifyMfaTotp',
    request: { mfa_session_id, code: totpCode(secret, clock.nowMs()) },
  });
async function byMail(mfa_session_id: string, { email }: Someone) {
  await server.ok({ call: 'AuthService.RequestMfaEmailCode', request: { mfa_session_id } });
  const code = await server.mailedCode(email);
  return server.ok({ call: 'AuthService.VerifyMfaEmailCode', request: { mfa_session_id, code } });
}
/** Makes a mailed password older. Moving the clock by a day would run every timer of the server that often. */
const age = ({ id }: TestUser, seconds: number) =>
  server.sql('update users set password_mailed_at = password_mailed_at - make_interval(secs => $2) where id = $1', [
    id,
    seconds,
  ]);
/** Sets the password of a signed-in user, proved by the current one or by a verification. */
async function update(token: string, proof: { current: string } | { verification_id: string }) {
  const client = new OpaqueClient(thirdPassword);
  const current = 'current' in proof ? new OpaqueClient(proof.current) : undefined;
  const started = await server.ok({
    call: 'UserService.StartOpaquePasswordUpdate',
    token,
    request: {
      registration_request: client.startRegistration(),
      ...(current ? { credential_request: current.startLogin() } : proof),
    } as never,
  });
  const credential_finalization = current?.finishLogin(started.credentialResponse);
  await server.ok({
    call: 'UserService.FinishOpaquePasswordUpdate',
    token,
    request: {
      update_id: started.updateId,
      registration_upload: client.finishRegistration(started.registrationResponse),
      ...(credential_finalization === undefined ? {} : { credential_finalization }),
    },
  });
}

test('[MF27] after a new password by mail a mailed code is no second factor; the app is', async () => {
  const anna = await signUpWithApp();
  expect((await firstFactor(anna, testPassword)).methods).toContain('MFA_METHOD_EMAIL');
  await resetPassword(server, anna.email, mailedPassword);
  const { mfa_session_id, methods } = await firstFactor(anna);
  expect(methods).toEqual(['MFA_METHOD_TOTP', 'MFA_METHOD_RECOVERY_CODE']);
  for (const [call, request] of [
    ['RequestMfaEmailCode', {}],
    ['VerifyMfaEmailCode', { code: 'AAAA-AAAA' }],
  ] as const)
    expect((await server.rest({ call: `AuthService.${call}`, request: { mfa_session_id, ...request } })).reason).toBe(
      'mfa.method_unavailable',
    );
  clock.advance(30_000);
  expect((await byTotp(mfa_session_id, anna)).accessToken).toBeTypeOf('string');
});

test('[MF27] a login by OPAQUE with the mailed password is no different, and time alone changes nothing', async () => {
  const anna = await signUpWithApp();
  await resetPassword(server, anna.email, mailedPassword);
  await age(anna, 30 * 86_400);
  const client = new OpaqueClient(mailedPassword);
  const { loginId, credentialResponse } = await server.ok({
    call: 'AuthService.StartOpaqueLogin',
    request: { username: anna.username, credentialRequest: client.startLogin() },
  });
  const credentialFinalization = client.finishLogin(credentialResponse)!;
  const { mfa } = await server.ok({
    call: 'AuthService.FinishOpaqueLogin',
    request: { loginId, credentialFinalization },
  });
  expect(mfa.available_methods).toEqual(['MFA_METHOD_TOTP', 'MFA_METHOD_RECOVERY_CODE']);
});

test('[MF27] an MFA session from before the new password ends', async () => {
  const anna = await signUpWithApp();
  const { mfa_session_id } = await firstFactor(anna, testPassword);
  await server.ok({ call: 'AuthService.RequestMfaEmailCode', request: { mfa_session_id } });
  const code = await server.mailedCode(anna.email);
  await resetPassword(server, anna.email, mailedPassword);
  const request = { mfa_session_id, code };
  expect((await server.rest({ call: 'AuthService.VerifyMfaEmailCode', request })).reason).toBe('mfa.session_ended');
});

test.each([
  ['the app', (id: string, anna: Enrolled) => byTotp(id, anna)],
  [
    'a recovery code',
    (mfa_session_id: string, { recoveryCodes }: Enrolled) =>
      server.ok({
        call: 'AuthService.VerifyMfaRecoveryCode',
        request: { mfa_session_id, recovery_code: recoveryCodes[0]! },
      }),
  ],
])('[MF28] who signs in with the mailed password and %s has proved it to be theirs', async (_, prove) => {
  const anna = await signUpWithApp();
  await resetPassword(server, anna.email, mailedPassword);
  clock.advance(30_000);
  await prove((await firstFactor(anna)).mfa_session_id, anna);
  expect((await firstFactor(anna)).methods).toContain('MFA_METHOD_EMAIL');
  await resetPassword(server, anna.email, testPassword);
  expect((await firstFactor(anna, testPassword)).methods).not.toContain('MFA_METHOD_EMAIL');
});

/** Adds a passkey to an account. */
async function bindPasskey({ token }: TestUser): Promise<Authenticator> {
  const authenticator = new Authenticator(`http://localhost:${server.app.port}`);
  const verificationId = await verify(server, { token }, 'PASSKEY_BIND');
  const { challengeId, options } = await server.ok({
    call: 'UserService.StartPasskeyBind',
    token,
    request: { verificationId },
  });
  const request = { challengeId, credential: authenticator.make(options) as never };
  await server.ok({ call: 'UserService.FinishPasskeyBind', token, request });
  return authenticator;
}

test('[MF27] [MF28] a passkey is the second factor of a mailed password, and proves it to be theirs', async () => {
  const anna = await signUpWithEmail(server);
  const authenticator = await bindPasskey(anna);
  await setTwoFactor(server, anna, true);
  await resetPassword(server, anna.email, mailedPassword);
  const { mfa_session_id, methods } = await firstFactor(anna);
  expect(methods).toEqual(['MFA_METHOD_WEBAUTHN']);
  const { options } = await server.ok({ call: 'AuthService.StartMfaPasskey', request: { mfa_session_id } });
  const credential = authenticator.use(options) as never;
  await server.ok({ call: 'AuthService.FinishMfaPasskey', request: { mfa_session_id, credential } });
  expect((await firstFactor(anna)).methods).toEqual(['MFA_METHOD_WEBAUTHN', 'MFA_METHOD_EMAIL']);
});

test('[MF28] signing in by another way says nothing about who knows the mailed password', async () => {
  const anna = await signUpWithEmail(server);
  const authenticator = await bindPasskey(anna);
  await setTwoFactor(server, anna, true);
  await resetPassword(server, anna.email, mailedPassword);
  const { challengeId, options } = await server.ok({ call: 'AuthService.StartPasskeyLogin' });
  const { mfa } = await server.ok({
    call: 'AuthService.FinishPasskeyLogin',
    request: { challengeId, credential: authenticator.use(options) as never },
  });
  expect(mfa.available_methods).toEqual(['MFA_METHOD_EMAIL']);
  await byMail(mfa.session_id, anna);
  expect((await firstFactor(anna)).methods).toEqual(['MFA_METHOD_WEBAUTHN']);
});

test('[MF2] the code of a sign-in by mail is never followed by a mailed code', async () => {
  const [anna, bert] = [await signUpWithApp(), await signUpWithMailAlone()];
  const byMailedCode = async (email: string) => {
    await server.ok({ call: 'AuthService.RequestEmailLogin', request: { email } });
    const email_token = await server.mailedCode(email);
    return server.rest({ call: 'AuthService.Login', request: { email, email_token } });
  };
  const { mfa } = (await byMailedCode(anna.email)).json;
  expect(mfa.available_methods).toEqual(['MFA_METHOD_TOTP', 'MFA_METHOD_RECOVERY_CODE']);
  const request = { mfa_session_id: mfa.session_id };
  expect((await server.rest({ call: 'AuthService.RequestMfaEmailCode', request })).reason).toBe(
    'mfa.method_unavailable',
  );
  expect((await byMailedCode(bert.email)).reason).toBe('mfa.no_second_factor');
});

test('[MF29] where mail is the only second factor, it is none for 24 hours after a new password by mail', async () => {
  const anna = await signUpWithMailAlone();
  await resetPassword(server, anna.email, mailedPassword);
  const refused = await login(anna.username);
  expect(refused).toMatchObject({ status: 409, reason: 'mfa.mail_too_soon' });
  expect(refused.json.details.retryAfterSeconds).toBe(86_400);
  expect((await login(anna.username, 'Wrong-horse-7')).reason).toBe('auth.invalid_credentials');
  await age(anna, 86_399);
  expect(await login(anna.username)).toMatchObject({
    reason: 'mfa.mail_too_soon',
    json: { details: { retryAfterSeconds: 1 } },
  });
  clock.advance(1_000);
  const { mfa_session_id, methods } = await firstFactor(anna);
  expect(methods).toEqual(['MFA_METHOD_EMAIL']);
  expect((await byMail(mfa_session_id, anna)).accessToken).toBeTypeOf('string');
});

test('[MF29] the next new password by mail begins the 24 hours anew', async () => {
  const anna = await signUpWithMailAlone();
  await resetPassword(server, anna.email, mailedPassword);
  await age(anna, 86_399);
  await resetPassword(server, anna.email, thirdPassword);
  clock.advance(60_000);
  expect((await login(anna.username, thirdPassword)).reason).toBe('mfa.mail_too_soon');
});

test('[MF29] [MF25] nobody has to wait whom an administrator gives a password, or whose two-factor sign-in one turns off', async () => {
  const { token } = await server.signIn();
  const [anna, bert] = [await signUpWithMailAlone(), await signUpWithMailAlone()];
  for (const { email } of [anna, bert]) await resetPassword(server, email, mailedPassword);
  const given = { user_id: anna.id, password: thirdPassword };
  await server.ok({ call: 'AdminService.SetUserPassword', token, request: given });
  expect((await firstFactor(anna, thirdPassword)).methods).toEqual(['MFA_METHOD_EMAIL']);
  const off = { user_id: bert.id, two_factor_enabled: false };
  await server.ok({ call: 'AdminService.UpdateUserPreferences', token, request: off });
  expect((await login(bert.username)).json.mfa.required).toBe(false);
});

test.each([
  ['the mailed password', false, async () => ({ current: mailedPassword })],
  ['a mailed code', false, async ({ token, email }: Someone) => byMailedVerification(token, email)],
  [
    'a recovery code',
    true,
    async ({ token, recoveryCodes }: Someone & Enrolled) => ({
      verification_id: await verify(server, { token }, 'PASSWORD_UPDATE', { recovery_code: recoveryCodes[1]! }),
    }),
  ],
] as const)(
  '[MF28] a password that replaces the mailed one by %s: mail is a second factor again: %s',
  async (_, isOne, prove) => {
    const anna = await signUpWithApp();
    await setTwoFactor(server, anna, false);
    await resetPassword(server, anna.email, mailedPassword);
    const { accessToken: token } = (await login(anna.username)).json;
    await update(token, await prove({ ...anna, token }));
    expect((await setTwoFactor(server, { ...anna, token }, true, { password: thirdPassword })).status).toBe(200);
    expect((await firstFactor(anna, thirdPassword)).methods.includes('MFA_METHOD_EMAIL')).toBe(isOne);
  },
);

/** A verification proved by a mailed code. */
async function byMailedVerification(token: string, email: string) {
  const { verification_session_id } = await server.ok({
    call: 'UserService.StartSensitiveOperationVerification',
    token,
    request: { operation: 'SENSITIVE_OPERATION_PASSWORD_UPDATE' },
  });
  await server.ok({
    call: 'UserService.RequestSensitiveOperationEmailCode',
    token,
    request: { verification_session_id },
  });
  const email_code = await server.mailedCode(email);
  const { verification_id } = await server.ok({
    call: 'UserService.FinishSensitiveOperationVerification',
    token,
    request: { verification_session_id, email_code },
  });
  return { verification_id: verification_id as string };
}

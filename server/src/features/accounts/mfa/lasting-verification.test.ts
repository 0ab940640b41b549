import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newAddress } from '../emails/emails.fixture.ts';
import { Authenticator } from '../passkeys/authenticator.fixture.ts';
import { OpaqueClient } from '../passwords/opaque.fixture.ts';
import { enrol, setTwoFactor, verify } from './mfa.fixture.ts';

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
// The server forgets failures of an address after an hour.
beforeEach(() => clock.advance(3_600_000));

type Who = Pick<TestUser, 'token'>;
const call = (name: string, { token }: Who, request: object) =>
  server.rest({ call: `UserService.${name}`, token, request: request as never });
const startPasskey = (user: Who, verificationId: string) => call('StartPasskeyBind', user, { verificationId });
const startAddress = (user: Who, verification_id: string) =>
  call('StartEmailBind', user, { email: newAddress(), verification_id });
const startPassword = (user: Who, verification_id: string) =>
  call('StartOpaquePasswordUpdate', user, {
    registration_request: new OpaqueClient(testPassword).startRegistration(),
    verification_id,
  });
/** Adds a passkey; returns its id, or the reason of a refusal. */
async function addPasskey(user: Who, verificationId: string): Promise<string> {
  const { json, reason } = await startPasskey(user, verificationId);
  if (reason) return reason;
  const authenticator = new Authenticator(`http://localhost:${server.app.port}`);
  const credential = authenticator.make(json.options);
  await server.ok({
    call: 'UserService.FinishPasskeyBind',
    token: user.token,
    request: { challengeId: json.challengeId, credential: credential as never },
  });
  return authenticator.credentialId;
}
const signInAgain = async ({ username }: TestUser): Promise<Who> => {
  const request = { username, password: testPassword };
  return { token: (await server.ok({ call: 'AuthService.LoginWithDirectPassword', request })).accessToken };
};

test('[MF30] one verification adds and removes passkeys, adds an address and begins a password', async () => {
  const anna = await server.signUp('anna');
  const id = await verify(server, anna, 'PASSKEY_BIND');
  const [first, second] = [await addPasskey(anna, id), await addPasskey(anna, id)];
  for (const credential_id of [first, second])
    expect((await call('DeletePasskey', anna, { credential_id, verificationId: id })).status).toBe(200);
  expect((await startAddress(anna, id)).status).toBe(200);
  expect((await startPassword(anna, id)).status).toBe(200);
});

test('[MF30] it serves many at once, and one that was refused does not use it up', async () => {
  const anna = await server.signUp('anna');
  const id = await verify(server, anna, 'PASSKEY_DELETE');
  const missing = { credential_id: 'AAAA', verificationId: id };
  expect((await call('DeletePasskey', anna, missing)).reason).toBe('passkeys.not_found');
  const answers = await Promise.all(Array.from({ length: 10 }, () => startPasskey(anna, id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
});

test('[MF30] it serves for 300 s', async () => {
  const anna = await server.signUp('anna');
  const id = await verify(server, anna, 'PASSKEY_BIND');
  clock.advance(299_999);
  expect((await startPasskey(anna, id)).status).toBe(200);
  clock.advance(1);
  expect((await startPasskey(anna, id)).reason).toBe('mfa.verification_invalid');
});

test('[MF30] another session and another user have nothing of it', async () => {
  const anna = await server.signUp('anna');
  const [elsewhere, bert] = [await signInAgain(anna), await server.signUp('bert')];
  const id = await verify(server, anna, 'PASSKEY_BIND');
  for (const other of [elsewhere, bert])
    for (const start of [startPasskey, startAddress, startPassword])
      expect((await start(other, id)).reason).toBe('mfa.verification_invalid');
  expect((await startPasskey(anna, id)).status).toBe(200);
});

test('[MF16] [MF30] what the contract names asks anew each time, and what was proved for it serves nothing else', async () => {
  const anna = await enrol(server, clock.nowMs());
  const lasting = await verify(server, anna, 'PASSKEY_BIND');
  const named = [
    ['StartTotpSetup', 'TOTP_SETUP', {}, (await server.signUp('bert')) as TestUser],
    ['RegenerateTotpRecoveryCodes', 'RECOVERY_CODES_REGENERATE', {}, anna],
    ['DeleteTotp', 'TOTP_DELETE', {}, anna],
    ['SetTwoFactorEnabled', 'TWO_FACTOR_ENABLE', { enabled: true }, anna],
    ['SetTwoFactorEnabled', 'TWO_FACTOR_DISABLE', { enabled: false }, anna],
    ['CloseAccount', 'ACCOUNT_CLOSE', { username: anna.username }, anna],
  ] as const;
  for (const [name, operation, request, user] of named) {
    const id = user === anna ? lasting : await verify(server, user, 'PASSKEY_BIND');
    expect((await call(name, user, { ...request, verification_id: id })).reason, operation).toBe(
      'mfa.verification_invalid',
    );
    const own = await verify(server, user, operation);
    for (const start of [startPasskey, startAddress, startPassword])
      expect((await start(user, own)).reason, operation).toBe('mfa.verification_invalid');
    expect((await call(name, user, { ...request, verification_id: own })).reason, operation).toBe(
      'mfa.verification_invalid',
    );
  }
  expect((await startPasskey(anna, lasting)).status).toBe(200);
});

test('[MF31] signing out ends it, here and by a revocation from elsewhere', async () => {
  const anna = await server.signUp('anna');
  const [first, second] = [await signInAgain(anna), await signInAgain(anna)];
  const ids = [await verify(server, first, 'PASSKEY_BIND'), await verify(server, second, 'PASSKEY_BIND')];
  await server.ok({ call: 'UserService.Logout', token: first.token });
  await server.ok({ call: 'UserService.RevokeOtherSessions', token: anna.token });
  for (const [n, user] of [first, second].entries()) {
    expect((await startPasskey(user, ids[n]!)).status).toBe(401);
    expect((await startPasskey(anna, ids[n]!)).reason).toBe('mfa.verification_invalid');
  }
});

test.each([
  [
    'the password',
    async (user: TestUser) => {
      const [client, current] = [new OpaqueClient('Another-horse-8'), new OpaqueClient(testPassword)];
      const { json } = await call('StartOpaquePasswordUpdate', user, {
        registration_request: client.startRegistration(),
        credential_request: current.startLogin(),
      });
      return call('FinishOpaquePasswordUpdate', user, {
        update_id: json.updateId,
        registration_upload: client.finishRegistration(json.registrationResponse),
        credential_finalization: current.finishLogin(json.credentialResponse),
      });
    },
  ],
  [
    'the authenticator app',
    async (user: TestUser) => call('DeleteTotp', user, { verification_id: await verify(server, user, 'TOTP_DELETE') }),
  ],
  ['the switch', (user: TestUser) => setTwoFactor(server, user, true)],
])('[MF31] a change of %s by the same session ends it, begun or proved', async (_, change) => {
  const anna = await enrol(server, clock.nowMs());
  const ids = [await verify(server, anna, 'PASSKEY_BIND'), await verify(server, anna, 'RECOVERY_CODES_REGENERATE')];
  const begun = (
    await call('StartSensitiveOperationVerification', anna, { operation: 'SENSITIVE_OPERATION_PASSKEY_BIND' })
  ).json;
  expect((await change(anna)).status).toBe(200);
  expect((await startPasskey(anna, ids[0]!)).reason).toBe('mfa.verification_invalid');
  const named = await call('RegenerateTotpRecoveryCodes', anna, { verification_id: ids[1] });
  expect(named.reason).toBe('mfa.verification_invalid');
  const { verification_session_id } = begun;
  const late = { verification_session_id, recovery_code: anna.recoveryCodes[0] };
  expect((await call('FinishSensitiveOperationVerification', anna, late)).reason).toBe(
    'mfa.verification_session_ended',
  );
});

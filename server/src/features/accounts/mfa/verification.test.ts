import { totpCode } from '@matinee/testkit/accounts/totp.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enrol, setTwoFactor, verify } from './mfa.fixture.ts';

const clock = new FakeClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server?.stop());
// The server forgets failures of an address after an hour.
beforeEach(() => clock.advance(3_600_000));

type Who = { token: string };
const call = (name: string, { token }: Who, request: object) =>
  server.rest({ call: `UserService.${name}`, token, request: request as never });
const start = async (user: Who, operation = 'TOTP_SETUP'): Promise<string> =>
  (await call('StartSensitiveOperationVerification', user, { operation: `SENSITIVE_OPERATION_${operation}` })).json
    .verification_session_id;
const finish = (user: Who, verification_session_id: string, proof: object) =>
  call('FinishSensitiveOperationVerification', user, { verification_session_id, ...proof });
const setup = (user: Who, verification_id: string) => call('StartTotpSetup', user, { verification_id });
const login = async (username: string): Promise<Who> => {
  const request = { username, password: testPassword };
  return { token: (await server.ok({ call: 'AuthService.LoginWithDirectPassword', request })).accessToken };
};

test('[MF14] a verification offers what the account has, and nothing else', async () => {
  const anna = await server.signUp('anna');
  const offered = async (user: Who) =>
    (await call('StartSensitiveOperationVerification', user, { operation: 'SENSITIVE_OPERATION_TOTP_SETUP' })).json
      .available_methods;
  expect(await offered(anna)).toEqual(['VERIFICATION_METHOD_PASSWORD']);
  const bert = await enrol(server, clock.nowMs(), 'bert');
  expect(await offered(bert)).toEqual([
    'VERIFICATION_METHOD_PASSWORD',
    'VERIFICATION_METHOD_TOTP',
    'VERIFICATION_METHOD_RECOVERY_CODE',
  ]);
});

test('[MF14] [MF17] an account without any local factor is told to bind one', async () => {
  const anna = await server.signUp('anna');
  await server.sql('update users set password_record = null where id = $1', [anna.id]);
  const request = { operation: 'SENSITIVE_OPERATION_ACCOUNT_CLOSE' };
  const answer = await call('StartSensitiveOperationVerification', anna, request);
  expect(answer).toMatchObject({ status: 409, reason: 'mfa.no_local_factor' });
});

test('[MF15] password, authenticator app and recovery code each prove it', async () => {
  const anna = await enrol(server, clock.nowMs());
  clock.advance(30_000);
  const codes = [{ totp_code: totpCode(anna.secret, clock.nowMs()) }, { recovery_code: anna.recoveryCodes[3] }];
  for (const proof of [{ password: testPassword }, ...codes])
    expect(await verify(server, anna, 'TOTP_DELETE', proof)).toMatch(/^[\w-]{43}$/);
  for (const proof of codes)
    await expect(verify(server, anna, 'TOTP_DELETE', proof)).rejects.toThrow('mfa.wrong_proof');
});

test('[MF15] what proves nothing gives no id', async () => {
  const anna = await server.signUp('anna');
  const id = await start(anna);
  expect(await finish(anna, id, { password: 'Wrong-horse-7' })).toMatchObject({
    status: 403,
    reason: 'mfa.wrong_proof',
  });
  expect((await finish(anna, id, {})).status).toBe(400);
  for (const proof of [
    { totp_code: '123456' },
    { recovery_code: 'AAAA-BBBB-CCCC' },
    { email_code: '123456' },
    { passkey: { id: 'x' } },
  ])
    expect((await finish(anna, id, proof)).reason).toBe('mfa.method_unavailable');
  expect((await finish(anna, id, { password: testPassword })).status).toBe(200);
});

test('[MF3] five wrong passwords end the verification, and count as wrong passwords do', async () => {
  const anna = await server.signUp('anna');
  const id = await start(anna);
  for (let n = 0; n < 5; n++)
    expect((await finish(anna, id, { password: 'Wrong-horse-7' })).reason).toBe('mfa.wrong_proof');
  expect((await finish(anna, await start(anna), { password: testPassword })).reason).toBe('auth.locked_out');
  const request = { username: anna.username, password: testPassword };
  expect((await server.rest({ call: 'AuthService.LoginWithDirectPassword', request })).reason).toBe('auth.locked_out');
  clock.advance(60_000);
  expect((await finish(anna, id, { password: testPassword })).reason).toBe('mfa.verification_session_ended');
  expect((await finish(anna, await start(anna), { password: testPassword })).status).toBe(200);
});

test('[MF3] of twenty who prove one verification at once exactly one gets an id', async () => {
  const anna = await server.signUp('anna');
  const id = await start(anna);
  const answers = await Promise.all(Array.from({ length: 20 }, () => finish(anna, id, { password: testPassword })));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
});

test('[MF16] of twenty uses of one id exactly one works', async () => {
  const anna = await server.signUp('anna');
  const id = await verify(server, anna, 'TOTP_SETUP');
  const answers = await Promise.all(Array.from({ length: 20 }, () => setup(anna, id)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'mfa.verification_invalid']));
});

test('[MF16] an id serves one operation, and trying it for another uses it up', async () => {
  const anna = await server.signUp('anna');
  const id = await verify(server, anna, 'TWO_FACTOR_ENABLE');
  expect((await setup(anna, id)).reason).toBe('mfa.verification_invalid');
  const enabled = await call('SetTwoFactorEnabled', anna, { enabled: true, verification_id: id });
  expect(enabled.reason).toBe('mfa.verification_invalid');
});

test('[MF16] an id and its verification belong to one session of one user', async () => {
  const anna = await server.signUp('anna');
  const elsewhere = await login(anna.username);
  const bert = await server.signUp('bert');
  for (const other of [elsewhere, bert]) {
    expect((await setup(other, await verify(server, anna, 'TOTP_SETUP'))).reason).toBe('mfa.verification_invalid');
    const begun = await start(anna);
    expect((await finish(other, begun, { password: testPassword })).reason).toBe('mfa.verification_session_ended');
    expect((await finish(anna, begun, { password: testPassword })).status).toBe(200);
  }
});

test('[MF16] [MF3] a verification and its id live for 300 s each', async () => {
  const anna = await server.signUp('anna');
  const begun = await start(anna);
  clock.advance(299_999);
  const { json } = await finish(anna, begun, { password: testPassword });
  clock.advance(299_999);
  expect((await setup(anna, json.verification_id)).status).toBe(200);
  const late = await verify(server, anna, 'TOTP_SETUP');
  const lateSession = await start(anna);
  clock.advance(300_000);
  expect((await setup(anna, late)).reason).toBe('mfa.verification_invalid');
  expect((await finish(anna, lateSession, { password: testPassword })).reason).toBe('mfa.verification_session_ended');
});

test('[MF17] an empty or invented id does nothing', async () => {
  const anna = await server.signUp('anna');
  expect((await setup(anna, '')).status).toBe(400);
  expect((await setup(anna, 'invented')).reason).toBe('mfa.verification_invalid');
});

test('[MF20] two-factor sign-in needs a second factor; on and off need a verification each', async () => {
  const bert = await server.signUp('bert');
  expect(await setTwoFactor(server, bert, true)).toMatchObject({ status: 409, reason: 'mfa.too_few_factors' });
  const anna = await enrol(server, clock.nowMs());
  const id = await verify(server, anna, 'TWO_FACTOR_ENABLE');
  expect((await call('SetTwoFactorEnabled', anna, { enabled: true, verification_id: id })).json).toEqual({
    two_factor_enabled: true,
  });
  const off = await call('SetTwoFactorEnabled', anna, { enabled: false, verification_id: id });
  expect(off.reason).toBe('mfa.verification_invalid');
  expect((await setTwoFactor(server, anna, false)).json).toEqual({ two_factor_enabled: false });
});

test('[MF21] the switch ends all other sessions, says so in the audit log, and doing it again changes nothing', async () => {
  const anna = await enrol(server, clock.nowMs());
  const elsewhere = await login(anna.username);
  for (let n = 0; n < 2; n++) {
    clock.advance(1);
    expect((await setTwoFactor(server, anna, true)).status).toBe(200);
    expect((await call('GetProfile', elsewhere, {})).reason).toBe('auth.invalid_token');
  }
  clock.advance(1);
  expect((await setTwoFactor(server, anna, false)).status).toBe(200);
  const records = await server.sql('select action from audit_records where target = $1 order by id', [anna.id]);
  expect(records).toEqual([
    { action: 'mfa.totp_added' },
    { action: 'mfa.two_factor_enabled' },
    { action: 'mfa.two_factor_disabled' },
  ]);
});

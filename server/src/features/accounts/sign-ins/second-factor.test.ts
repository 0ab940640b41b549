import { totpCode } from '@matinee/testkit/accounts/totp.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enrolWithTwoFactor, firstFactor, verify } from '../mfa/mfa.fixture.ts';

const clock = new FakeClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server?.stop());
// The server forgets failures of an address after an hour.
beforeEach(() => clock.advance(3_600_000));

const nextStep = () => clock.advance(30_000);
const byTotp = (mfa_session_id: string, code: string) =>
  server.rest({ call: 'AuthService.VerifyMfaTotp', request: { mfa_session_id, code } });
const byRecoveryCode = (mfa_session_id: string, recovery_code: string) =>
  server.rest({ call: 'AuthService.VerifyMfaRecoveryCode', request: { mfa_session_id, recovery_code } });
const reasonsOf = (answers: { reason: string | undefined }[]) => new Set(answers.map(({ reason }) => reason));
/** A code that is wrong for every time step close to now. */
const wrongCode = (secret: string) => {
  const near = [-30_000, 0, 30_000].map((ms) => totpCode(secret, clock.nowMs() + ms));
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code))!;
};

test('[MF1] [MF2] the password alone gives no tokens but says how to go on', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  const { accessToken, refreshToken, user, mfa } = await firstFactor(server, anna);
  expect(accessToken ?? refreshToken).toBeUndefined();
  expect(user.id).toBe(anna.id);
  expect(mfa).toEqual({
    required: true,
    session_id: expect.stringMatching(/^[\w-]{43}$/),
    available_methods: ['MFA_METHOD_TOTP', 'MFA_METHOD_RECOVERY_CODE'],
  });
  nextStep();
  const { status, json } = await byTotp(mfa.session_id, totpCode(anna.secret, clock.nowMs()));
  expect(status).toBe(200);
  expect(json.user.id).toBe(anna.id);
  expect(json.mfa).toEqual({ required: false, session_id: '', available_methods: [] });
  const profile = await server.ok({ call: 'UserService.GetProfile', token: json.accessToken });
  expect(profile.user.id).toBe(anna.id);
});

test('[MF2] recovery codes are offered only while some are left', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  await server.sql('delete from recovery_codes where user_id = $1', [anna.id]);
  expect((await firstFactor(server, anna)).mfa.available_methods).toEqual(['MFA_METHOD_TOTP']);
});

test('[MF2] where no second factor is left the sign-in is refused, after the first one only', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  await server.sql('delete from totp_factors where user_id = $1', [anna.id]);
  const login = (password: string) =>
    server.rest({ call: 'AuthService.LoginWithDirectPassword', request: { username: anna.username, password } });
  expect(await login(testPassword)).toMatchObject({ status: 409, reason: 'mfa.no_second_factor' });
  expect((await login('Wrong-horse-7')).reason).toBe('auth.invalid_credentials');
});

test('[MF8] the code of the enrolment does not sign in', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  const { mfa } = await firstFactor(server, anna);
  expect((await byTotp(mfa.session_id, totpCode(anna.secret, clock.nowMs()))).reason).toBe('mfa.wrong_code');
});

test('[MF10] of twenty uses of one code, each in a session of its own, exactly one signs in', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  nextStep();
  const sessions = await Promise.all(Array.from({ length: 4 }, () => firstFactor(server, anna)));
  const code = totpCode(anna.secret, clock.nowMs());
  const answers = await Promise.all(
    sessions.flatMap(({ mfa }) => Array.from({ length: 5 }, () => byTotp(mfa.session_id, code))),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  for (const reason of reasonsOf(answers))
    expect([undefined, 'mfa.wrong_code', 'mfa.session_ended', 'auth.locked_out']).toContain(reason);
});

test('[MF12] of twenty uses of one recovery code exactly one signs in, and the count goes down by one', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  const [code] = anna.recoveryCodes;
  const sessions = await Promise.all(Array.from({ length: 4 }, () => firstFactor(server, anna)));
  const answers = await Promise.all(
    sessions.flatMap(({ mfa }) => Array.from({ length: 5 }, () => byRecoveryCode(mfa.session_id, code!))),
  );
  const [winner, ...others] = answers.filter(({ status }) => status === 200);
  expect(others).toEqual([]);
  const preferences = await server.ok({ call: 'UserService.GetUserPreferences', token: winner!.json.accessToken });
  expect(preferences.totp_recovery_codes_remaining).toBe(9);
  expect(await server.sql(`select target from audit_records where action = 'mfa.recovery_code_used'`)).toEqual([
    { target: anna.id },
  ]);
});

test('[MF3] of twenty guesses at once five are looked at, and then the right code comes too late', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  nextStep();
  const { mfa } = await firstFactor(server, anna);
  const wrong = wrongCode(anna.secret);
  const answers = await Promise.all(Array.from({ length: 20 }, () => byTotp(mfa.session_id, wrong)));
  expect(answers.filter(({ reason }) => reason === 'mfa.wrong_code').length).toBeLessThanOrEqual(5);
  expect(answers.filter(({ reason }) => reason === 'mfa.wrong_code').length).toBeGreaterThan(0);
  clock.advance(900_000);
  const right = await byTotp(mfa.session_id, totpCode(anna.secret, clock.nowMs()));
  expect(right.reason).toBe('mfa.session_ended');
});

test('[MF4] [MF10] a code that was used is refused as often as it comes, and the next one is taken at once', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  const used = totpCode(anna.secret, clock.nowMs());
  for (let n = 0; n < 6; n++) {
    const { mfa } = await firstFactor(server, anna);
    expect((await byTotp(mfa.session_id, used)).reason).toBe('mfa.wrong_code');
    await expect(verify(server, anna, 'TOTP_DELETE', { totp_code: used })).rejects.toThrow('mfa.wrong_proof');
  }
  nextStep();
  const { mfa } = await firstFactor(server, anna);
  expect((await byTotp(mfa.session_id, totpCode(anna.secret, clock.nowMs()))).status).toBe(200);
});

test('[PW4] a stranger cannot lock the second factor of an account by a name to sign in with', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  nextStep();
  const request = { username: `mfa:${anna.id}`, password: 'Wrong-horse-7' };
  for (let n = 0; n < 6; n++) await server.rest({ call: 'AuthService.LoginWithDirectPassword', request });
  const { mfa } = await firstFactor(server, anna);
  expect((await byTotp(mfa.session_id, totpCode(anna.secret, clock.nowMs()))).status).toBe(200);
});

test('[MF3] the fifth failure ends the session; the fifth try may still be right', async () => {
  for (const failures of [4, 5]) {
    const anna = await enrolWithTwoFactor(server, clock.nowMs());
    nextStep();
    const { mfa } = await firstFactor(server, anna);
    for (let n = 0; n < failures; n++)
      expect((await byTotp(mfa.session_id, wrongCode(anna.secret))).reason).toBe('mfa.wrong_code');
    clock.advance(61_000);
    const answer = await byTotp(mfa.session_id, totpCode(anna.secret, clock.nowMs()));
    expect(answer.reason).toBe(failures === 4 ? undefined : 'mfa.session_ended');
  }
});

test('[MF3] an MFA session lives for 300 s, and ends with success', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  const late = await firstFactor(server, anna);
  clock.advance(300_000);
  expect((await byRecoveryCode(late.mfa.session_id, anna.recoveryCodes[0]!)).reason).toBe('mfa.session_ended');
  const { mfa } = await firstFactor(server, anna);
  clock.advance(299_000);
  expect((await byRecoveryCode(mfa.session_id, anna.recoveryCodes[0]!)).status).toBe(200);
  expect((await byRecoveryCode(mfa.session_id, anna.recoveryCodes[1]!)).reason).toBe('mfa.session_ended');
});

test('[MF4] failures in session after session lock the account, and the right password does not forget them', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  nextStep();
  for (let session = 0; session < 2; session++) {
    const { mfa } = await firstFactor(server, anna);
    for (let n = 0; n < (session === 0 ? 3 : 2); n++)
      expect((await byTotp(mfa.session_id, wrongCode(anna.secret))).reason).toBe('mfa.wrong_code');
  }
  const { mfa } = await firstFactor(server, anna);
  const right = totpCode(anna.secret, clock.nowMs());
  expect(await byTotp(mfa.session_id, right)).toMatchObject({ status: 429, reason: 'auth.locked_out' });
  clock.advance(60_000);
  expect((await byTotp(mfa.session_id, totpCode(anna.secret, clock.nowMs()))).status).toBe(200);
});

test('[MF5] a credential that changes ends the MFA sessions from before', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  const { mfa } = await firstFactor(server, anna);
  await server.sql('update users set credential_version = credential_version + 1 where id = $1', [anna.id]);
  expect((await byRecoveryCode(mfa.session_id, anna.recoveryCodes[0]!)).reason).toBe('mfa.session_ended');
  expect(await server.sql('select count(*)::int as left from recovery_codes where user_id = $1', [anna.id])).toEqual([
    { left: 10 },
  ]);
});

test('[MF5] a code of somebody else signs nobody in', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  const bert = await enrolWithTwoFactor(server, clock.nowMs(), 'bert');
  nextStep();
  const { mfa } = await firstFactor(server, anna);
  expect((await byTotp(mfa.session_id, totpCode(bert.secret, clock.nowMs()))).reason).toBe('mfa.wrong_code');
  expect((await byRecoveryCode(mfa.session_id, bert.recoveryCodes[0]!)).reason).toBe('mfa.wrong_code');
});

test('[MF6] a method that the account does not have is refused, and costs no try', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  const { mfa } = await firstFactor(server, anna);
  const mfa_session_id = mfa.session_id;
  for (const [call, request] of [
    ['RequestMfaEmailCode', {}],
    ['VerifyMfaEmailCode', { code: '123456' }],
    ['StartMfaPasskey', {}],
    ['FinishMfaPasskey', { credential: { id: 'x' } }],
    ['RequestMfaEmailCode', {}],
    ['StartMfaPasskey', {}],
  ] as const)
    expect(await server.rest({ call: `AuthService.${call}`, request: { mfa_session_id, ...request } })).toMatchObject({
      status: 409,
      reason: 'mfa.method_unavailable',
    });
  expect((await byRecoveryCode(mfa_session_id, anna.recoveryCodes[0]!)).status).toBe(200);
});

test('[MF10] a code that signed in does not verify a sensitive operation; the next one does', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  nextStep();
  const { mfa } = await firstFactor(server, anna);
  const code = totpCode(anna.secret, clock.nowMs());
  const { accessToken: token } = (await byTotp(mfa.session_id, code)).json;
  await expect(verify(server, { token }, 'TOTP_DELETE', { totp_code: code })).rejects.toThrow('mfa.wrong_proof');
  nextStep();
  const next = totpCode(anna.secret, clock.nowMs());
  expect(await verify(server, { token }, 'TOTP_DELETE', { totp_code: next })).toMatch(/^[\w-]{43}$/);
  const again = await firstFactor(server, anna);
  expect((await byTotp(again.mfa.session_id, next)).reason).toBe('mfa.wrong_code');
});

test('[MF1] switched off, the password is enough again', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  const verification_id = await verify(server, anna, 'TWO_FACTOR_DISABLE');
  const request = { enabled: false, verification_id };
  await server.ok({ call: 'UserService.SetTwoFactorEnabled', token: anna.token, request });
  const answer = await server.rest({
    call: 'AuthService.LoginWithDirectPassword',
    request: { username: anna.username, password: testPassword },
  });
  expect(answer.json.mfa.required).toBe(false);
  expect(answer.json.accessToken).toBeTypeOf('string');
});

import { totpCode } from '@matinee/testkit/accounts/totp.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enrol, enrolWithTwoFactor, setTwoFactor, verify } from './mfa.fixture.ts';

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
const start = async (user: Who) =>
  (await call('StartTotpSetup', user, { verification_id: await verify(server, user, 'TOTP_SETUP') })).json;
const finish = (user: Who, setup_id: string, code: string) => call('FinishTotpSetup', user, { setup_id, code });
const preferences = async (user: Who) => (await call('GetUserPreferences', user, {})).json;

test('[MF7] a setup gives secret and URI, and changes nothing before it is confirmed', async () => {
  const anna = await server.signUp('anna');
  const setup = await start(anna);
  expect(setup).toEqual({
    setup_id: expect.stringMatching(/^[\w-]{43}$/),
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    otpauth_uri: `otpauth://totp/Matinee:${anna.username}?issuer=Matinee&secret=${setup.secret}&algorithm=SHA1&digits=6&period=30`,
    expires_at: new Date(clock.nowMs() + 600_000).toISOString().replace('.000', ''),
  });
  expect((await preferences(anna)).auth_factors.totp).toBe(false);
  const { json } = await finish(anna, setup.setup_id, totpCode(setup.secret, clock.nowMs()));
  expect(json.recovery_codes).toHaveLength(10);
  expect(await preferences(anna)).toMatchObject({
    auth_factors: { password: true, totp: true, webauthn: false, email: false },
    totp_recovery_codes_remaining: 10,
    two_factor_enabled: false,
  });
});

test('[MF7] [MF3] a setup belongs to its session, takes five codes, and lives for 600 s', async () => {
  const anna = await server.signUp('anna');
  const bert = await server.signUp('bert');
  const setup = await start(anna);
  const code = () => totpCode(setup.secret, clock.nowMs());
  const wrong = totpCode(setup.secret, clock.nowMs() + 90_000);
  expect((await finish(bert, setup.setup_id, code())).reason).toBe('mfa.setup_ended');
  for (let n = 0; n < 5; n++)
    expect(await finish(anna, setup.setup_id, wrong)).toMatchObject({ status: 400, reason: 'mfa.wrong_setup_code' });
  expect((await finish(anna, setup.setup_id, code())).reason).toBe('mfa.setup_ended');
  const late = await start(anna);
  clock.advance(600_000);
  expect((await finish(anna, late.setup_id, totpCode(late.secret, clock.nowMs()))).reason).toBe('mfa.setup_ended');
  expect((await preferences(anna)).auth_factors.totp).toBe(false);
});

test('[MF11] of twenty who confirm one setup at once exactly one gets codes', async () => {
  const anna = await server.signUp('anna');
  const { setup_id, secret } = await start(anna);
  const code = totpCode(secret, clock.nowMs());
  const answers = await Promise.all(Array.from({ length: 20 }, () => finish(anna, setup_id, code)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
});

test('[MF7] there is one authenticator app: of two setups the second to finish is refused, and so is a third', async () => {
  const anna = await server.signUp('anna');
  const [one, two] = [await start(anna), await start(anna)];
  expect((await finish(anna, one.setup_id, totpCode(one.secret, clock.nowMs()))).status).toBe(200);
  const late = await finish(anna, two.setup_id, totpCode(two.secret, clock.nowMs()));
  expect(late).toMatchObject({ status: 409, reason: 'mfa.totp_exists' });
  const verification_id = await verify(server, anna, 'TOTP_SETUP');
  expect((await call('StartTotpSetup', anna, { verification_id })).reason).toBe('mfa.totp_exists');
});

test('[MF11] neither the secret nor a recovery code is in the database', async () => {
  const anna = await enrol(server, clock.nowMs());
  const [totp] = (await server.sql('select * from totp_factors where user_id = $1', [anna.id])) as { secret: string }[];
  expect(totp!.secret).toMatch(/^v1\./);
  const stored = JSON.stringify([
    totp,
    await server.sql(`select encode(hash, 'escape') as text, encode(hash, 'hex') as hex from recovery_codes`),
    await server.sql('select * from audit_records'),
  ]);
  for (const secret of [anna.secret, ...anna.recoveryCodes, ...anna.recoveryCodes.map((c) => c.replaceAll('-', ''))])
    expect(stored).not.toContain(secret);
});

test('[MF11] a sealed secret that is moved to another account serves nobody', async () => {
  const anna = await enrol(server, clock.nowMs());
  const bert = await enrol(server, clock.nowMs(), 'bert');
  await server.sql(
    'update totp_factors set secret = (select secret from totp_factors where user_id = $1) where user_id = $2',
    [anna.id, bert.id],
  );
  clock.advance(60_000);
  const proof = { totp_code: totpCode(anna.secret, clock.nowMs()) };
  await expect(verify(server, bert, 'TOTP_DELETE', proof)).rejects.toThrow('mfa.method_unavailable');
  expect(await verify(server, anna, 'TOTP_DELETE', proof)).toBeTypeOf('string');
});

test('[MF13] new recovery codes void the old ones, and need a verification', async () => {
  const anna = await enrol(server, clock.nowMs());
  const regenerate = (verification_id: string) => call('RegenerateTotpRecoveryCodes', anna, { verification_id });
  expect((await regenerate('invented')).reason).toBe('mfa.verification_invalid');
  const proof = { recovery_code: anna.recoveryCodes[0] };
  const { json } = await regenerate(await verify(server, anna, 'RECOVERY_CODES_REGENERATE', proof));
  expect(json.recovery_codes).toHaveLength(10);
  expect((await preferences(anna)).totp_recovery_codes_remaining).toBe(10);
  const old = { recovery_code: anna.recoveryCodes[1] };
  await expect(verify(server, anna, 'TOTP_DELETE', old)).rejects.toThrow('mfa.wrong_proof');
  expect(await verify(server, anna, 'TOTP_DELETE', { recovery_code: json.recovery_codes[9] })).toBeTypeOf('string');
  const bert = await server.signUp('bert');
  const verification_id = await verify(server, bert, 'RECOVERY_CODES_REGENERATE');
  expect((await call('RegenerateTotpRecoveryCodes', bert, { verification_id })).reason).toBe('mfa.no_totp');
});

test('[MF18] the app that two-factor sign-in needs stays until that is off; then it goes with its codes', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  const remove = async () => call('DeleteTotp', anna, { verification_id: await verify(server, anna, 'TOTP_DELETE') });
  expect(await remove()).toMatchObject({ status: 409, reason: 'mfa.two_factors_needed' });
  expect(await preferences(anna)).toMatchObject({ auth_factors: { totp: true }, totp_recovery_codes_remaining: 10 });
  expect((await setTwoFactor(server, anna, false)).status).toBe(200);
  expect((await remove()).status).toBe(200);
  expect(await preferences(anna)).toMatchObject({ auth_factors: { totp: false }, totp_recovery_codes_remaining: 0 });
  expect((await remove()).reason).toBe('mfa.no_totp');
});

test('[MF21] adding and removing the app ends all other sessions', async () => {
  const anna = await server.signUp('anna');
  const login = async (): Promise<Who> => {
    const request = { username: anna.username, password: 'Correct-horse-7' };
    return { token: (await server.ok({ call: 'AuthService.LoginWithDirectPassword', request })).accessToken };
  };
  const before = await login();
  const setup = await start(anna);
  await finish(anna, setup.setup_id, totpCode(setup.secret, clock.nowMs()));
  expect((await call('GetProfile', before, {})).reason).toBe('auth.invalid_token');
  const between = await login();
  await call('DeleteTotp', anna, { verification_id: await verify(server, anna, 'TOTP_DELETE') });
  expect((await call('GetProfile', between, {})).reason).toBe('auth.invalid_token');
  expect((await call('GetProfile', anna, {})).status).toBe(200);
});

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../mfa/mfa.fixture.ts';
import { Authenticator, type Bent } from './authenticator.fixture.ts';

let server: TestServer;
let origin: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'user.enableWebauthnSignup': true } });
  origin = `http://localhost:${server.app.port}`;
});
afterAll(() => server?.stop());

const profile = (token: string) => server.rest({ call: 'UserService.GetProfile', token });
const list = async (user: TestUser) =>
  (await server.ok({ call: 'UserService.ListPasskeys', token: user.token })).passkeys;

async function startBind(user: TestUser, verificationId?: string) {
  const request = { verificationId: verificationId ?? (await verify(server, user, 'PASSKEY_BIND')) };
  return server.rest({ call: 'UserService.StartPasskeyBind', token: user.token, request });
}
const finishBind = (user: TestUser, challengeId: string, credential: object) =>
  server.rest({
    call: 'UserService.FinishPasskeyBind',
    token: user.token,
    request: { challengeId, credential: credential as never },
  });

/** Adds a passkey to an account. */
async function bind(user: TestUser): Promise<Authenticator> {
  const authenticator = new Authenticator(origin);
  const { json } = await startBind(user);
  const answer = await finishBind(user, json.challengeId, authenticator.make(json.options));
  if (answer.status !== 200) throw new Error(answer.reason);
  return authenticator;
}

const startLogin = () => server.ok({ call: 'AuthService.StartPasskeyLogin' });
const finishLogin = (challengeId: string, credential: object) =>
  server.rest({ call: 'AuthService.FinishPasskeyLogin', request: { challengeId, credential: credential as never } });
async function login(authenticator: Authenticator, bent?: Bent) {
  const { challengeId, options } = await startLogin();
  return finishLogin(challengeId, authenticator.use(options, bent));
}

test('[PK1] a passkey signs in without a name, and the session says so', async () => {
  const anna = await server.signUp('anna');
  const authenticator = await bind(anna);
  const { options } = await startLogin();
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(options.allowCredentials).toBeUndefined();
  const answer = await login(authenticator);
  expect(answer).toMatchObject({ status: 200, json: { user: { id: anna.id }, mfa: { required: false } } });
  const { sessions } = await server.ok({ call: 'UserService.ListSessions', token: answer.json.accessToken });
  expect(sessions.map(({ method }: { method: string }) => method)).toEqual(['passkey', 'registration']);
  expect((await list(anna))[0].lastUsedAt).toBeTypeOf('string');
});

test('[PK1] anything that is wrong about a use is refused', async () => {
  const [anna, bert] = [await server.signUp('anna'), await server.signUp('bert')];
  const authenticator = await bind(anna);
  const handle = (id: string) => Buffer.from(id).toString('base64url');
  const wrong: Record<string, Bent> = {
    'another challenge': { challenge: Buffer.alloc(32).toString('base64url') },
    'another origin': { origin: 'https://evil.example' },
    'the same host on another port': { origin: 'http://localhost:1' },
    'another relying party': { rpId: 'evil.example' },
    'another ceremony': { type: 'webauthn.create' },
    'no user verification': { isVerified: false },
    'another key': { signsWith: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
    'the handle of somebody else': { userHandle: handle(bert.id) },
    'no handle': { userHandle: null },
  };
  for (const [what, bent] of Object.entries(wrong))
    expect((await login(authenticator, bent)).reason, what).toBe('passkeys.refused');
  expect((await login(new Authenticator(origin))).reason).toBe('passkeys.refused');
  for (const credential of [
    {},
    { id: 7 },
    { id: authenticator.credentialId },
    { id: authenticator.credentialId, response: null },
  ])
    expect((await finishLogin((await startLogin()).challengeId, credential)).reason).toBe('passkeys.refused');
  expect((await login(authenticator)).status).toBe(200);
});

test('[PK2] of twenty who answer one challenge at once one is signed in', async () => {
  const authenticator = await bind(await server.signUp());
  const { challengeId, options } = await startLogin();
  const credential = authenticator.use(options);
  const answers = await Promise.all(Array.from({ length: 20 }, () => finishLogin(challengeId, credential)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.reason))).toEqual(
    new Set(['auth.challenge_expired']),
  );
});

test('[PK2] a challenge is used up by a wrong answer, and one for another purpose is none', async () => {
  const anna = await server.signUp('anna');
  const authenticator = await bind(anna);
  const { challengeId, options } = await startLogin();
  expect((await finishLogin(challengeId, authenticator.use(options, { isVerified: false }))).reason).toBe(
    'passkeys.refused',
  );
  expect((await finishLogin(challengeId, authenticator.use(options))).reason).toBe('auth.challenge_expired');
  const { json: started } = await startBind(anna);
  const foreign = authenticator.use({ challenge: started.options.challenge, rpId: 'localhost' });
  expect((await finishLogin(started.challengeId, foreign)).reason).toBe('auth.challenge_expired');
});

test('[PK2] a challenge that is too old is none', async () => {
  const clock = new FakeClock();
  const aged = await startTestServer({ clock });
  try {
    const { challengeId } = await aged.ok({ call: 'AuthService.StartPasskeyLogin' });
    clock.advance(300_000);
    const request = { challengeId, credential: {} };
    expect((await aged.rest({ call: 'AuthService.FinishPasskeyLogin', request })).reason).toBe(
      'auth.challenge_expired',
    );
  } finally {
    await aged.stop();
  }
});

test('[PK2] [PK5] what one account started another one cannot finish', async () => {
  const [anna, bert] = [await server.signUp('anna'), await server.signUp('bert')];
  const { json } = await startBind(anna);
  const credential = new Authenticator(origin).make(json.options);
  expect((await finishBind(bert, json.challengeId, credential)).reason).toBe('auth.challenge_expired');
  expect((await finishBind(anna, json.challengeId, credential)).reason).toBe('auth.challenge_expired');
  expect(await list(bert)).toEqual([]);
});

test('[PK3] a counter that does not go up is refused; one that never counts is fine', async () => {
  const authenticator = await bind(await server.signUp());
  expect((await login(authenticator, { counter: 5 })).status).toBe(200);
  for (const counter of [5, 4, 0]) expect((await login(authenticator, { counter })).reason).toBe('passkeys.refused');
  expect((await login(authenticator, { counter: 6 })).status).toBe(200);
  const silent = await bind(await server.signUp());
  for (let n = 0; n < 3; n++) expect((await login(silent, { counter: 0 })).status).toBe(200);
});

test('[PK3] of two uses with one counter at once one is signed in', async () => {
  const authenticator = await bind(await server.signUp());
  const started = await Promise.all(Array.from({ length: 10 }, startLogin));
  const answers = await Promise.all(
    started.map(({ challengeId, options }) => finishLogin(challengeId, authenticator.use(options, { counter: 9 }))),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
});

async function register(on: TestServer, username: string) {
  const { challengeId, options } = await on.ok({ call: 'AuthService.StartPasskeyRegistration', request: { username } });
  const authenticator = new Authenticator(`http://localhost:${on.app.port}`);
  const request = { challengeId, credential: authenticator.make(options) as never };
  return { authenticator, answer: await on.rest({ call: 'AuthService.FinishPasskeyRegistration', request }) };
}

test('[PK4] somebody signs up with a passkey, and signs in with it', async () => {
  const { authenticator, answer } = await register(server, 'keyed');
  expect(answer.json).toMatchObject({ user: { username: 'keyed' }, registrationReviewRequired: false });
  expect((await login(authenticator)).json.user.username).toBe('keyed');
  const wrong = { username: 'keyed', password: testPassword };
  expect((await server.rest({ call: 'AuthService.LoginWithDirectPassword', request: wrong })).reason).toBe(
    'auth.invalid_credentials',
  );
});

test('[PK4] without the switch nobody signs up; with a review the passkey waits, and approval makes the account', async () => {
  const closed = await startTestServer();
  const reviewed = await startTestServer({
    settings: { 'user.enableWebauthnSignup': true, 'user.webauthnSignupNeedReview': true },
  });
  try {
    const request = { username: 'anna' };
    expect((await closed.rest({ call: 'AuthService.StartPasskeyRegistration', request })).reason).toBe(
      'auth.signup_disabled',
    );
    const { authenticator, answer } = await register(reviewed, 'waits');
    expect(answer.json).toEqual({
      registrationReviewRequired: true,
      registrationReviewId: expect.stringMatching(/^rev_/),
    });
    const signIn = async () => {
      const { challengeId, options } = await reviewed.ok({ call: 'AuthService.StartPasskeyLogin' });
      const finish = { challengeId, credential: authenticator.use(options) as never };
      return reviewed.rest({ call: 'AuthService.FinishPasskeyLogin', request: finish });
    };
    expect((await signIn()).reason).toBe('passkeys.refused');
    const root = { username: 'root', password: testPassword };
    const { accessToken } = await reviewed.ok({ call: 'AuthService.LoginWithDirectPassword', request: root });
    await reviewed.ok({
      call: 'AdminService.ApproveUserRegistrationReview',
      token: accessToken,
      request: { review_ids: [answer.json.registrationReviewId] },
    });
    expect((await signIn()).json.user.username).toBe('waits');
  } finally {
    await Promise.all([closed.stop(), reviewed.stop()]);
  }
});

test('[PK4] a sign-up whose passkey somebody has by now leaves no account', async () => {
  const { authenticator } = await register(server, 'first');
  const start = { username: 'second' };
  const { challengeId, options } = await server.ok({ call: 'AuthService.StartPasskeyRegistration', request: start });
  const request = { challengeId, credential: authenticator.make(options) as never };
  expect((await server.rest({ call: 'AuthService.FinishPasskeyRegistration', request })).reason).toBe('passkeys.taken');
  expect(await server.sql(`select 1 from users where username = 'second'`)).toEqual([]);
});

test('[PK5] adding a passkey needs a verification, ends the other sessions, and is on record', async () => {
  const anna = await server.signUp('anna');
  const request = { username: anna.username, password: testPassword };
  const other = await server.ok({ call: 'AuthService.LoginWithDirectPassword', request });
  expect((await startBind(anna, '')).reason).toBe('mfa.verification_invalid');
  expect((await startBind(anna, await verify(server, anna, 'TOTP_SETUP'))).reason).toBe('mfa.verification_invalid');
  const { json } = await startBind(anna);
  expect(json.options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: anna.username },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(Buffer.from(json.options.user.id, 'base64url').toString()).toBe(anna.id);
  expect((await finishBind(anna, json.challengeId, new Authenticator(origin).make(json.options))).status).toBe(200);
  expect((await profile(anna.token)).status).toBe(200);
  expect((await profile(other.accessToken)).reason).toBe('auth.invalid_token');
  expect(await server.sql('select action from audit_records where target = $1', [anna.id])).toEqual([
    { action: 'passkey.added' },
  ]);
});

test('[PK5] what the browser answers is looked at, and a passkey has one account', async () => {
  const [anna, bert] = [await server.signUp('anna'), await server.signUp('bert')];
  const wrong: Record<string, Bent> = {
    'another origin': { origin: 'https://evil.example' },
    'another challenge': { challenge: Buffer.alloc(32).toString('base64url') },
    'another relying party': { rpId: 'evil.example' },
    'no user verification': { isVerified: false },
  };
  for (const [what, bent] of Object.entries(wrong)) {
    const { json } = await startBind(anna);
    const credential = new Authenticator(origin).make(json.options, bent);
    expect((await finishBind(anna, json.challengeId, credential)).reason, what).toBe('passkeys.invalid');
  }
  const authenticator = await bind(anna);
  const { json } = await startBind(bert);
  expect((await finishBind(bert, json.challengeId, authenticator.make(json.options))).reason).toBe('passkeys.taken');
  const userHandle = Buffer.from(anna.id).toString('base64url');
  expect((await login(authenticator, { userHandle })).json.user.id).toBe(anna.id);
});

test('[PK5] an account has twenty passkeys at most, however many are added at once', async () => {
  const anna = await server.signUp('anna');
  const own = new Authenticator(origin);
  const { json } = await startBind(anna);
  await finishBind(anna, json.challengeId, own.make(json.options));
  await server.sql(
    `insert into passkeys select 'copy' || n, user_id, public_key, counter, transports, is_synced, aaguid, name, created_at
     from passkeys, generate_series(1, 17) n where user_id = $1`,
    [anna.id],
  );
  const started = [];
  for (let n = 0; n < 4; n++) started.push((await startBind(anna)).json);
  const answers = await Promise.all(
    started.map((s) => finishBind(anna, s.challengeId, new Authenticator(origin).make(s.options))),
  );
  expect(answers.map(({ reason }) => reason ?? 'added').sort()).toEqual([
    'added',
    'added',
    'passkeys.too_many',
    'passkeys.too_many',
  ]);
  expect((await startBind(anna)).reason).toBe('passkeys.too_many');
});

test('[PW8] an account without a password proves no current one', async () => {
  const { answer } = await register(server, 'no_password');
  const request = {
    registration_request: Buffer.alloc(32, 1).toString('base64'),
    credential_request: Buffer.alloc(96, 1).toString('base64'),
  };
  const call = { call: 'UserService.StartOpaquePasswordUpdate', token: answer.json.accessToken, request };
  expect((await server.rest(call)).reason).toBe('auth.no_password');
});

test('[PK6] the last way to sign in cannot be deleted; another one can, and its sessions end', async () => {
  const { authenticator, answer } = await register(server, 'only_key');
  const user = { ...answer.json.user, token: answer.json.accessToken } as TestUser;
  const prove = async (operation: string) => {
    const { verification_session_id } = await server.ok({
      call: 'UserService.StartSensitiveOperationVerification',
      token: user.token,
      request: { operation: `SENSITIVE_OPERATION_${operation}` },
    });
    const start = { call: 'UserService.StartSensitiveOperationPasskey', request: { verification_session_id } };
    const { options } = await server.ok({ ...start, token: user.token });
    const passkey = authenticator.use(options) as never;
    const finish = { call: 'UserService.FinishSensitiveOperationVerification', token: user.token };
    const { verification_id } = await server.ok({ ...finish, request: { verification_session_id, passkey } });
    return verification_id as string;
  };
  const remove = async (credential_id: string, verification_id: string) =>
    server.rest({
      call: 'UserService.DeletePasskey',
      token: user.token,
      request: { credential_id, verification_id },
    });
  const own = authenticator.credentialId;
  expect((await remove(own, '')).reason).toBe('mfa.verification_invalid');
  expect((await remove(own, await prove('PASSKEY_DELETE'))).reason).toBe('mfa.last_sign_in');
  const { json } = await startBind(user, await prove('PASSKEY_BIND'));
  const second = new Authenticator(origin);
  await finishBind(user, json.challengeId, second.make(json.options));
  const other = (await login(second)).json.accessToken;
  expect((await remove('AAAA', await prove('PASSKEY_DELETE'))).reason).toBe('passkeys.not_found');
  expect((await remove(second.credentialId, await prove('PASSKEY_DELETE'))).status).toBe(200);
  expect((await profile(other)).reason).toBe('auth.invalid_token');
  expect((await profile(user.token)).status).toBe(200);
  expect((await login(second)).reason).toBe('passkeys.refused');
});

test('[PK7] passkeys have names, and those of others are out of reach', async () => {
  const [anna, bert] = [await server.signUp('anna'), await server.signUp('bert')];
  const { credentialId } = await bind(anna);
  const rename = (user: TestUser, name: string) =>
    server.rest({
      call: 'UserService.RenamePasskey',
      token: user.token,
      request: { credential_id: credentialId, name },
    });
  expect(await list(anna)).toMatchObject([
    { credentialId, name: 'Passkey', isSynced: true, transports: ['internal', 'hybrid'] },
  ]);
  expect((await rename(anna, 'Blue key')).json.passkey.name).toBe('Blue key');
  expect((await rename(bert, 'Mine now')).reason).toBe('passkeys.not_found');
  for (const name of ['', ' x', 'x'.repeat(65)])
    expect((await rename(anna, name)).status, JSON.stringify(name)).toBe(400);
  const verification_id = await verify(server, bert, 'PASSKEY_DELETE');
  const request = { credential_id: credentialId, verification_id };
  expect((await server.rest({ call: 'UserService.DeletePasskey', token: bert.token, request })).reason).toBe(
    'passkeys.not_found',
  );
  expect((await list(anna))[0].name).toBe('Blue key');
});

test('[PK7] [PK10] a passkey with the longest id there can be is renamed and deleted', async () => {
  const anna = await server.signUp('anna');
  const authenticator = new Authenticator(origin, randomBytes(1023));
  const { json } = await startBind(anna);
  await finishBind(anna, json.challengeId, authenticator.make(json.options));
  const { token } = anna;
  const { credentialId: credential_id } = authenticator;
  const renamed = { call: 'UserService.RenamePasskey', token, request: { credential_id, name: 'Long' } };
  expect((await server.ok(renamed)).passkey.name).toBe('Long');
  const verificationId = await verify(server, anna, 'PASSKEY_DELETE');
  await server.ok({ call: 'UserService.DeletePasskey', token, request: { credential_id, verificationId } });
  expect(await list(anna)).toEqual([]);
});

test('[PK8] the passkey of somebody else proves nothing for an account, nor does one challenge twice', async () => {
  const [anna, bert] = [await server.signUp('anna'), await server.signUp('bert')];
  const [own, foreign] = [await bind(anna), await bind(bert)];
  const session = async () =>
    (
      await server.ok({
        call: 'UserService.StartSensitiveOperationVerification',
        token: anna.token,
        request: { operation: 'SENSITIVE_OPERATION_PASSKEY_BIND' },
      })
    ).verification_session_id;
  const ask = async (verification_session_id: string) =>
    (
      await server.ok({
        call: 'UserService.StartSensitiveOperationPasskey',
        token: anna.token,
        request: { verification_session_id },
      })
    ).options;
  const answer = (verification_session_id: string, passkey: object) =>
    server.rest({
      call: 'UserService.FinishSensitiveOperationVerification',
      token: anna.token,
      request: { verification_session_id, passkey: passkey as never },
    });
  const first = await session();
  const options = await ask(first);
  expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([own.credentialId]);
  expect((await answer(first, foreign.use(options))).reason).toBe('mfa.wrong_proof');
  expect((await answer(first, own.use(options))).reason).toBe('mfa.wrong_proof');
  const [second, third] = [await session(), await session()];
  const other = own.use(await ask(third));
  await ask(second);
  expect((await answer(second, other)).reason).toBe('mfa.wrong_proof');
  expect((await answer(third, other)).status).toBe(200);
});

test('[PK9] a server in production without an origin offers no passkeys', async () => {
  const remote = await startTestServer({
    config: {
      'server.mode': 'production',
      'jwt.secret': 'Zq8mV2wB5nLxR7tKc3YhJd9uFp4sGa6e',
      credential_encryption_key: '5f3a9c07e1d84b26a8f0c3e97d1b4a6208e7f5c19b3d6a40e2c8f71d95b06a3e',
      'security.opaque_server_setup_secret': 'Hd9uFp4sGa6eZq8mV2wB5nLxR7tKc3Yh',
    },
  });
  try {
    const { login_methods } = await remote.ok({ call: 'PublicService.GetPublicSettings' });
    expect(login_methods).toEqual(['password']);
    expect((await remote.rest({ call: 'AuthService.StartPasskeyLogin' })).reason).toBe('passkeys.unavailable');
  } finally {
    await remote.stop();
  }
});

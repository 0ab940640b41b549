import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../mfa/mfa.fixture.ts';
import { OpaqueClient, opaqueLogin, opaqueRegister } from './opaque.fixture.ts';

const newPassword = 'Another-horse-8';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

/**
 * Runs a test that guesses on a separate server, because twenty failures would lock the address that all tests share.
 */
async function afresh(work: () => Promise<void>): Promise<void> {
  const shared = server;
  server = await startTestServer();
  try {
    await work();
  } finally {
    await server.stop();
    server = shared;
  }
}

const directLogin = (username: string, password = testPassword) =>
  server.rest({ call: 'AuthService.LoginWithDirectPassword', request: { username, password } });

/** The first step of a login, and the message that would finish it. */
async function startLogin(username: string, password = testPassword) {
  const client = new OpaqueClient(password);
  const request = { username, credentialRequest: client.startLogin() };
  const { loginId, credentialResponse } = await server.ok({ call: 'AuthService.StartOpaqueLogin', request });
  return { loginId, credentialResponse, credentialFinalization: client.finishLogin(credentialResponse)! };
}
const finishLogin = ({ loginId, credentialFinalization }: { loginId: string; credentialFinalization: string }) =>
  server.rest({ call: 'AuthService.FinishOpaqueLogin', request: { loginId, credentialFinalization } });

/** Sets the password of a signed-in user; returns the answer to the first refused step, or to the last step. */
async function update(token: string, proof: { current: string } | { verification_id: string }) {
  const client = new OpaqueClient(newPassword);
  const login = 'current' in proof ? new OpaqueClient(proof.current) : undefined;
  const started = await server.rest({
    call: 'UserService.StartOpaquePasswordUpdate',
    token,
    request: {
      registration_request: client.startRegistration(),
      ...(login ? { credential_request: login.startLogin() } : proof),
    },
  });
  if (started.status !== 200) return started;
  const { updateId, registrationResponse, credentialResponse } = started.json;
  const finalization = login?.finishLogin(credentialResponse) ?? Buffer.alloc(64).toString('base64');
  return server.rest({
    call: 'UserService.FinishOpaquePasswordUpdate',
    token,
    request: {
      update_id: updateId,
      registration_upload: client.finishRegistration(registrationResponse),
      ...(login ? { credential_finalization: finalization } : {}),
    },
  });
}

test('[PW5] an account made with a direct password is signed in to by OPAQUE, and the other way round', async () => {
  const { username, id } = await server.signUp();
  const login = await opaqueLogin(server, username.toUpperCase(), testPassword);
  expect(login).toMatchObject({ status: 200, json: { user: { id }, mfa: { required: false } } });
  const registered = await opaqueRegister(server, 'opal', testPassword);
  expect(registered.json).toMatchObject({ user: { username: 'opal' }, registrationReviewRequired: false });
  expect((await directLogin('opal')).status).toBe(200);
  expect((await directLogin('opal', 'Wrong-horse-7')).reason).toBe('auth.invalid_credentials');
  expect(await opaqueLogin(server, 'opal', 'Wrong-horse-7')).toBeUndefined();
  const rows = await server.sql(`select length(password_record) as length from users where username in ('opal', $1)`, [
    username,
  ]);
  expect(rows).toEqual([{ length: 256 }, { length: 256 }]);
});

test('[PW5] bytes are taken as base64, base64url and arrays of numbers', async () => {
  const { username } = await server.signUp();
  const forms = [
    (text: string) => Buffer.from(text, 'base64url').toString('base64'),
    (text: string) => text,
    (text: string) => [...Buffer.from(text, 'base64url')],
  ];
  for (const form of forms) {
    const client = new OpaqueClient(testPassword);
    const start = { username, credentialRequest: form(client.startLogin()) };
    const { loginId, credentialResponse } = await server.ok({ call: 'AuthService.StartOpaqueLogin', request: start });
    expect(credentialResponse).toMatch(/^[A-Za-z0-9+/]{427}=$/);
    const finish = { loginId, credentialFinalization: form(client.finishLogin(credentialResponse)!) };
    expect((await server.rest({ call: 'AuthService.FinishOpaqueLogin', request: finish })).status).toBe(200);
  }
});

test('[PW5] a name that nobody has answers with the same fields and sizes, and the same evaluated element each time', async () => {
  const { username } = await server.signUp();
  const { credentialRequest, ...request } = { username, credentialRequest: new OpaqueClient('x').startLogin() };
  const ask = (name: string) =>
    server.ok({ call: 'AuthService.StartOpaqueLogin', request: { ...request, username: name, credentialRequest } });
  const [known, unknown, again] = [await ask(username), await ask('nobody_here'), await ask('Nobody_Here')];
  expect(Object.keys(unknown)).toEqual(Object.keys(known));
  expect(unknown.loginId.length).toBe(known.loginId.length);
  const element = (answer: { credentialResponse: string }) =>
    Buffer.from(answer.credentialResponse, 'base64').subarray(0, 32).toString('hex');
  expect(Buffer.from(unknown.credentialResponse, 'base64').length).toBe(320);
  expect(element(again)).toBe(element(unknown));
  const finish = (loginId: string) =>
    finishLogin({ loginId, credentialFinalization: Buffer.alloc(64).toString('base64') });
  const [wrong, missing] = [await finish(known.loginId), await finish(unknown.loginId)];
  const { requestId: _, ...said } = wrong.json;
  const { requestId: __, ...saidToo } = missing.json;
  expect(said).toEqual(saidToo);
  expect(said.code).toBe('auth.invalid_credentials');
});

test('[PW5] the id of an account as a name does not have guesses evaluated with the key of that account', async () => {
  const { id, username } = await server.signUp();
  const credentialRequest = new OpaqueClient('x').startLogin();
  const elements = [];
  for (const name of [username, id]) {
    const request = { username: name, credentialRequest };
    const { credentialResponse } = await server.ok({ call: 'AuthService.StartOpaqueLogin', request });
    elements.push(Buffer.from(credentialResponse, 'base64').subarray(0, 32).toString('hex'));
  }
  expect(elements[1]).not.toBe(elements[0]);
});

test('[PW6] of twenty who finish one login at once one is signed in', async () => {
  const { username } = await server.signUp();
  const started = await startLogin(username);
  const answers = await Promise.all(Array.from({ length: 20 }, () => finishLogin(started)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.reason))).toEqual(
    new Set(['auth.challenge_expired']),
  );
});

test('[PW6] a wrong answer uses the login up, and an answer to another login is wrong', async () => {
  const { username } = await server.signUp();
  const [one, other] = [await startLogin(username), await startLogin(username)];
  const crossed = { loginId: one.loginId, credentialFinalization: other.credentialFinalization };
  expect((await finishLogin(crossed)).reason).toBe('auth.invalid_credentials');
  expect((await finishLogin(one)).reason).toBe('auth.challenge_expired');
  expect((await finishLogin(other)).status).toBe(200);
});

test('[PW6] a login that was started before the password changed cannot be finished', async () => {
  const { username, token } = await server.signUp();
  const started = await startLogin(username);
  expect((await update(token, { current: testPassword })).status).toBe(200);
  expect((await finishLogin(started)).reason).toBe('auth.invalid_credentials');
});

test('[PW6] of twenty who finish one registration at once one gets the account', async () => {
  const client = new OpaqueClient(testPassword);
  const start = { username: 'raced', registrationRequest: client.startRegistration() };
  const { registrationId, registrationResponse } = await server.ok({
    call: 'AuthService.StartOpaqueRegistration',
    request: start,
  });
  const request = { registrationId, registrationUpload: client.finishRegistration(registrationResponse) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.rest({ call: 'AuthService.FinishOpaqueRegistration', request })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
});

test('[PW4] a client that tries passwords without ever finishing is locked out', () =>
  afresh(async () => {
    const { username } = await server.signUp();
    const guesses = await Promise.all(Array.from({ length: 20 }, () => opaqueLogin(server, username, 'Wrong-horse-7')));
    expect(guesses.filter((guess) => guess === undefined).length).toBe(5);
    expect(await opaqueLogin(server, username, testPassword)).toMatchObject({ status: 429, reason: 'auth.locked_out' });
    expect((await directLogin(username)).reason).toBe('auth.locked_out');
  }));

test('[PW4] logins that are finished leave no failures behind', async () => {
  const { username } = await server.signUp();
  for (let n = 0; n < 7; n++) expect((await opaqueLogin(server, username, testPassword))?.status).toBe(200);
});

test('[PW7] sign-up by OPAQUE obeys the switch, also when it is turned off in between, and the review', async () => {
  const reviewed = await startTestServer({ settings: { 'user.passwordSignupNeedReview': true } });
  const closed = await startTestServer({ settings: { 'user.enablePasswordSignup': false } });
  try {
    const { json } = await opaqueRegister(reviewed, 'waits', testPassword);
    expect(json).toEqual({ registrationReviewRequired: true, registrationReviewId: expect.stringMatching(/^rev_/) });
    expect(await opaqueLogin(reviewed, 'waits', testPassword)).toBeUndefined();
    expect((await opaqueRegister(closed, 'anna', testPassword)).reason).toBe('auth.signup_disabled');
    expect(await closed.sql(`select 1 from users where username = 'anna'`)).toEqual([]);
  } finally {
    await Promise.all([reviewed.stop(), closed.stop()]);
  }
});

test('[PW8] the password is changed by the current one; other sessions end, this one goes on', async () => {
  const { id, username, token } = await server.signUp();
  const other = (await directLogin(username)).json.accessToken;
  expect(await update(token, { current: testPassword })).toMatchObject({ status: 200, json: {} });
  expect((await server.rest({ call: 'UserService.GetProfile', token })).status).toBe(200);
  expect((await server.rest({ call: 'UserService.GetProfile', token: other })).reason).toBe('auth.invalid_token');
  expect(await opaqueLogin(server, username, testPassword)).toBeUndefined();
  expect((await directLogin(username, newPassword)).status).toBe(200);
  expect(await server.sql(`select action from audit_records where target = $1`, [id])).toEqual([
    { action: 'password.changed' },
  ]);
});

test('[PW8] a wrong current password changes nothing, and counts', () =>
  afresh(async () => {
    const { username, token } = await server.signUp();
    for (let n = 0; n < 5; n++)
      expect((await update(token, { current: 'Wrong-horse-7' })).reason).toBe('auth.wrong_password');
    expect((await update(token, { current: testPassword })).reason).toBe('auth.locked_out');
    expect((await directLogin(username)).reason).toBe('auth.locked_out');
  }));

test('[PW8] a change that somebody else started, or another session, cannot be finished', async () => {
  const [anna, bert] = [await server.signUp('anna'), await server.signUp('bert')];
  const again = (await directLogin(anna.username)).json.accessToken;
  for (const token of [bert.token, again]) {
    const client = new OpaqueClient(newPassword);
    const login = new OpaqueClient(testPassword);
    const { updateId, registrationResponse, credentialResponse } = await server.ok({
      call: 'UserService.StartOpaquePasswordUpdate',
      token: anna.token,
      request: { registration_request: client.startRegistration(), credential_request: login.startLogin() },
    });
    const request = {
      update_id: updateId,
      registration_upload: client.finishRegistration(registrationResponse),
      credential_finalization: login.finishLogin(credentialResponse)!,
    };
    const call = 'UserService.FinishOpaquePasswordUpdate';
    expect((await server.rest({ call, token, request })).reason).toBe('auth.challenge_expired');
    expect((await server.rest({ call, token: anna.token, request })).reason).toBe('auth.challenge_expired');
  }
});

test('[PW8] a verification for another operation sets no password, and one for this serves once', async () => {
  const user = await server.signUp();
  const wrong = await verify(server, user, 'TOTP_SETUP');
  expect((await update(user.token, { verification_id: wrong })).reason).toBe('mfa.verification_invalid');
  expect((await update(user.token, { verification_id: '' })).reason).toBe('mfa.verification_invalid');
  const right = await verify(server, user, 'PASSWORD_UPDATE');
  expect((await update(user.token, { verification_id: right })).status).toBe(200);
  expect((await update(user.token, { verification_id: right })).reason).toBe('mfa.verification_invalid');
  expect((await directLogin(user.username, newPassword)).status).toBe(200);
});

test('[PW9] a password is proved to a verification by OPAQUE; trying without finishing counts', () =>
  afresh(async () => {
    const user = await server.signUp();
    const begin = async (password: string) => {
      const { verification_session_id } = await server.ok({
        call: 'UserService.StartSensitiveOperationVerification',
        token: user.token,
        request: { operation: 'SENSITIVE_OPERATION_PASSWORD_UPDATE' },
      });
      const client = new OpaqueClient(password);
      const started = await server.rest({
        call: 'UserService.StartSensitiveOperationOpaque',
        token: user.token,
        request: { verification_session_id, credential_request: client.startLogin() },
      });
      return { verification_session_id, client, started };
    };
    const { verification_session_id, client, started } = await begin(testPassword);
    const credential_finalization = client.finishLogin(started.json.credential_response)!;
    const answer = await server.rest({
      call: 'UserService.FinishSensitiveOperationVerification',
      token: user.token,
      request: { verification_session_id, credential_finalization },
    });
    expect(answer.status).toBe(200);
    const guesses = [];
    for (let n = 0; n < 6; n++) guesses.push((await begin('Wrong-horse-7')).started.reason);
    expect(guesses).toEqual([...Array(5).fill(undefined), 'auth.locked_out']);
  }));

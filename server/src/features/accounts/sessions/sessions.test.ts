import { createHmac, createSecretKey } from 'node:crypto';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import {
  startTestServer,
  type TestServer,
  type TestUser,
  testJwtSecret,
  testPassword,
} from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessTokenSeconds } from './tokens.ts';

const refreshCall = 'AuthService.RefreshToken';
const loginCall = 'AuthService.LoginWithDirectPassword';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const profile = (token: string | undefined) => server.rest({ call: 'UserService.GetProfile', token });
const refresh = (refreshToken: string) => server.rest({ call: refreshCall, request: { refresh_token: refreshToken } });
const login = (username: string, password: string) => server.rest({ call: loginCall, request: { username, password } });

test('[SE5] [SE6] of 20 refreshes at once one wins, and the replays end its session', async () => {
  const { refreshToken, token } = await server.signUp();
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners.length).toBe(1);
  expect(new Set(answers.filter((a) => a !== winners[0]).map((a) => a.reason))).toEqual(
    new Set(['auth.invalid_refresh_token']),
  );
  expect((await profile(winners[0]!.json.accessToken)).reason).toBe('auth.invalid_token');
  expect((await profile(token)).reason).toBe('auth.invalid_token');
  expect((await refresh(winners[0]!.json.refreshToken)).reason).toBe('auth.invalid_refresh_token');
});

test('[SE5] refresh tokens work one after another, each once', async () => {
  const { refreshToken } = await server.signUp();
  const first = await refresh(refreshToken);
  const second = await refresh(first.json.refreshToken);
  expect(second.status).toBe(200);
  expect((await profile(second.json.accessToken)).status).toBe(200);
});

test('[SE15] ten refreshes a minute are a budget of each user, and one more leaves the token good', async () => {
  const clock = new FakeClock();
  const strict = await startTestServer({ clock, config: { 'limits.rate_factor': 1 } });
  try {
    const ask = (refresh_token: string) =>
      strict.rest({ call: 'AuthService.RefreshToken', request: { refresh_token } });
    const [anna, bert] = [await strict.signUp('anna'), await strict.signUp('bert')];
    let token = anna.refreshToken;
    for (let n = 0; n < 10; n++) token = (await ask(token)).json.refreshToken;
    expect(await ask(token)).toMatchObject({ status: 429, reason: 'call.rate_limited' });
    expect((await ask(bert.refreshToken)).status).toBe(200);
    clock.advance(70_000);
    expect((await ask(token)).status).toBe(200);
  } finally {
    await strict.stop();
  }
});

test('[SE7] logging out closes the sockets of the session, and no other', async () => {
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna);
  const again = (await login(anna.username, testPassword)).json.accessToken;
  const socket = await server.socket(room, anna.token);
  const other = await server.socket(room, again);
  await server.ok({ call: 'UserService.Logout', token: anna.token });
  expect(await socket.next('termination')).toMatchObject({ code: 1, mayReconnect: false });
  expect((await socket.closed).code).toBe(4001);
  expect(
    await other.command({ case: 'sendChatMessage', value: { clientMessageId: 'x', content: 'still here' } }),
  ).toBeUndefined();
  await other.close();
});

test('[SE9] a session that ends on one replica loses its sockets on another', async () => {
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna);
  const replica = await startTestServer({ database: server.database });
  try {
    const socket = await replica.socket(room, anna.token);
    await server.ok({ call: 'UserService.Logout', token: anna.token });
    expect(await socket.next('termination')).toMatchObject({ code: 1, mayReconnect: false });
  } finally {
    await replica.stop();
  }
});

test('a banned account neither signs in nor goes on', async () => {
  const { id, username, token, refreshToken } = await server.signUp();
  await server.sql('update users set banned = true where id = $1', [id]);
  expect(await profile(token)).toMatchObject({ status: 403, reason: 'auth.banned' });
  expect(await login(username, testPassword)).toMatchObject({ status: 403, reason: 'auth.banned' });
  expect((await login(username, 'Wrong-horse-7')).reason).toBe('auth.invalid_credentials');
  expect((await refresh(refreshToken)).reason).toBe('auth.invalid_refresh_token');
});

test('[SE10] changed credentials end the sessions from before', async () => {
  const { id, token, refreshToken } = await server.signUp();
  await server.sql('update users set credential_version = credential_version + 1 where id = $1', [id]);
  expect((await profile(token)).reason).toBe('auth.invalid_token');
  expect((await refresh(refreshToken)).reason).toBe('auth.invalid_refresh_token');
});

describe('[SE8] tokens that are not ours', () => {
  const key = createSecretKey(Buffer.from(testJwtSecret));
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  let anna: TestUser;
  let claims: Record<string, unknown>;
  beforeAll(async () => {
    anna = await server.signUp('anna');
    claims = JSON.parse(Buffer.from(anna.token.split('.')[1]!, 'base64url').toString());
  });

  function sign(change: Record<string, unknown>, alg = 'HS256', secret = key): Promise<string> {
    const payload = Object.fromEntries(
      Object.entries({ ...claims, ...change }).filter(([, value]) => value !== undefined),
    );
    return new SignJWT(payload).setProtectedHeader({ alg }).sign(secret);
  }

  /** A token with any header, signed with our key by HMAC-SHA256. */
  function signHeader(header: object, payload: unknown = claims): string {
    const body = `${segment(header)}.${segment(payload as object)}`;
    return `${body}.${createHmac('sha256', testJwtSecret).update(body).digest('base64url')}`;
  }

  test('[SE8] one of ours, made here, works: the others fail for what is wrong with them', async () => {
    expect((await profile(await sign({}))).status).toBe(200);
    expect((await profile(signHeader({ alg: 'HS256', typ: 'JWT' }))).status).toBe(200);
    expect((await profile(await sign({ aud: ['elsewhere', 'matinee/access'] }))).status).toBe(200);
  });

  test('[SE8] an access token ends after its hour', async () => {
    expect((claims.exp as number) - (claims.iat as number)).toBe(accessTokenSeconds);
    const expired = await profile(await sign({ exp: nowSeconds() - 1 }));
    expect(expired).toMatchObject({ status: 401, reason: 'auth.expired_token' });
  });

  test('[SE8] other algorithms, keys, issuers, audiences and missing claims are refused', async () => {
    const header = { alg: 'none', typ: 'JWT' };
    const body = `${segment(header)}.${segment(claims)}`;
    const other = createSecretKey(Buffer.from('another key of the same length as the one of the tests'));
    const hs512 = `${segment({ alg: 'HS512' })}.${segment(claims)}`;
    const forged: Record<string, string> = {
      'alg none': `${body}.`,
      'alg none with our signature': `${body}.${anna.token.split('.')[2]}`,
      HS512: await sign({}, 'HS512'),
      'HS512 signed as HS256': `${hs512}.${createHmac('sha256', testJwtSecret).update(hs512).digest('base64url')}`,
      'another key': await sign({}, 'HS256', other),
      'another issuer': await sign({ iss: 'somebody' }),
      'another audience': await sign({ aud: 'matinee/refresh' }),
      'no expiry': await sign({ exp: undefined }),
      'no session': await sign({ sid: undefined }),
      'another session': await sign({ sid: `ses_${'0'.repeat(26)}` }),
      'an object for a session': await sign({ sid: { $ne: '' } }),
      'not yet valid': await sign({ nbf: nowSeconds() + 600 }),
      'an extension that must be understood': signHeader({ alg: 'HS256', crit: ['exp'] }),
      'a payload that is not encoded': signHeader({ alg: 'HS256', b64: true }),
      'another algorithm in the header of a good signature': signHeader({ alg: 'HS384' }),
      'a payload that is no object': signHeader({ alg: 'HS256' }, [claims]),
      'a signature of half the length': anna.token.slice(0, -22),
      'a fourth part': `${anna.token}.x`,
      'the refresh token': anna.refreshToken,
      'a changed payload': anna.token.replace(/\.[^.]*\./, `.${segment({ ...claims, sub: 'usr_root' })}.`),
      'half a token': anna.token.slice(0, anna.token.length / 2),
      'no token': 'x',
    };
    for (const [what, token] of Object.entries(forged)) {
      const answer = await profile(token);
      expect({ status: answer.status, reason: answer.reason }, what).toEqual({
        status: 401,
        reason: 'auth.invalid_token',
      });
      expect(await server.grpc.call({ call: 'UserService.GetProfile', token }), what).toMatchObject({
        status: 16,
        reason: 'auth.invalid_token',
      });
    }
  });

  test('[SE8] a token with the subject of somebody else does not make one them', async () => {
    const root = (await login('root', testPassword)).json.user;
    const { json } = await profile(await sign({ sub: root.id }));
    expect(json.user?.id ?? anna.id).toBe(anna.id);
  });
});

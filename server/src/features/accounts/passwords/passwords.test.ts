import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const login = (username: string, password: string) =>
  server.rest({ call: 'AuthService.LoginWithDirectPassword', request: { username, password } });

test('[PW1] while sign-up is off nobody signs up', async () => {
  const closed = await startTestServer({ settings: { 'user.enablePasswordSignup': false } });
  try {
    const request = { username: 'anna', password: testPassword };
    const answer = await closed.rest({ call: 'AuthService.RegisterWithDirectPassword', request });
    expect(answer).toMatchObject({ status: 403, reason: 'auth.signup_disabled' });
    expect(await closed.sql(`select 1 from users where username = 'anna'`)).toEqual([]);
    const { json } = await closed.rest({ call: 'PublicService.GetPublicSettings' });
    expect(json.password_signup_enabled).toBe(false);
  } finally {
    await closed.stop();
  }
});

test('[PW3] a wrong password and an unknown user get the same answer, after the same work', async () => {
  const { username } = await server.signUp();
  const timed = async (name: string) => {
    const startedMs = performance.now();
    const answer = await login(name, 'Wrong-horse-7');
    return { answer, ms: performance.now() - startedMs };
  };
  const said = async (name: string) => {
    const { requestId: _, ...rest } = (await timed(name)).answer.json;
    return rest;
  };
  expect(await said(username)).toEqual(await said('nobody_at_all'));
  expect(await said(username)).toMatchObject({ code: 'auth.invalid_credentials' });
  // Other work on the machine can slow down either run, so the fastest of alternating runs are compared. Without the
  // work, the answer would take a hundredth of the time.
  const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
  let rounds = 0;
  const share = async () => {
    // A different one each time: after some failures a name is refused without the work.
    const another = await server.signUp();
    fastest.known = Math.min(fastest.known, (await timed(another.username)).ms);
    fastest.unknown = Math.min(fastest.unknown, (await timed(`nobody_${rounds++}`)).ms);
    return fastest.unknown / fastest.known;
  };
  await expect.poll(share).toBeGreaterThan(0.25);
});

test('[PW4] after five failures the right password is refused too, and says for how long', async () => {
  const { username } = await server.signUp();
  for (let n = 0; n < 5; n++) expect((await login(username, 'Wrong-horse-7')).reason).toBe('auth.invalid_credentials');
  const locked = await login(username, testPassword);
  expect(locked).toMatchObject({ status: 429, reason: 'auth.locked_out' });
  expect(locked.json.details.retryAfterSeconds).toBeLessThanOrEqual(60);
  expect(locked.json.details.retryAfterSeconds).toBeGreaterThan(50);
  expect((await login(username.toUpperCase(), testPassword)).reason).toBe('auth.locked_out');
});

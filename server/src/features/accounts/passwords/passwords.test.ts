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
  /** The fastest of three runs: other work on the machine only adds time. */
  const timed = async (name: string) => {
    let ms = Number.POSITIVE_INFINITY;
    for (let n = 0; ; n++) {
      const startedMs = performance.now();
      const answer = await login(name, 'Wrong-horse-7');
      ms = Math.min(ms, performance.now() - startedMs);
      if (n === 2) return { answer, ms };
    }
  };
  await timed('warm_up');
  const known = await timed(username);
  const unknown = await timed('nobody_at_all');
  const { requestId: _, ...said } = known.answer.json;
  const { requestId: __, ...saidToo } = unknown.answer.json;
  expect(said).toEqual(saidToo);
  expect(said.code).toBe('auth.invalid_credentials');
  // Without the work, the answer would take a hundredth of the time.
  expect(unknown.ms).toBeGreaterThan(known.ms / 4);
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

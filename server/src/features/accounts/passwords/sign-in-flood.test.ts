import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suiteStretching } from '../../../drivers/passwords/stretching.ts';

const flood = 300;
const home = '203.0.113.9';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    // A quarter of the usual work: still more than the threads do while all sign-ins arrive.
    stretching: { ...suiteStretching, memory: suiteStretching.memory / 4 },
    config: { 'server.trusted_proxies': ['127.0.0.1/32'] },
  });
});
afterAll(() => server?.stop());

const login = (username: string, password: string, from: string) =>
  server.rest({ call: 'AuthService.LoginWithDirectPassword', request: { username, password }, from });

test('[PW12] three hundred sign-ins at once get an answer or a 503, and somebody who was here before waits behind none of them', async () => {
  const anna = await server.signUp('anna');
  expect((await login(anna.username, testPassword, home)).status).toBe(200);
  let answered = 0;
  const strangers = Array.from({ length: flood }, (_, n) =>
    login(`nobody_${n}`, 'Wrong-horse-7', `198.51.${n % 100}.${1 + (n >> 3)}`).then((answer) => {
      answered++;
      return answer;
    }),
  );
  const known = await login(anna.username, testPassword, home);
  // Some sign-ins are refused at once, others already run in threads. No waiting one goes before hers.
  const before = answered;
  const answers = await Promise.all(strangers);
  expect(known.status).toBe(200);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]));
  const refused = answers.filter(({ status }) => status === 503);
  expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['passwords.busy']));
  expect(refused[0]?.json.details.retryAfterSeconds).toBe(3);
  expect(before - refused.length).toBeLessThan((flood - refused.length) / 2);
  const room = { call: 'UserService.GetProfile', token: anna.token };
  expect((await server.rest(room)).status).toBe(200);
}, 120_000);

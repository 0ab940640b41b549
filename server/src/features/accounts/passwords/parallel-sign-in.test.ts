import type { ContractAnswer } from '@matinee/testkit/contract-call.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { startRedis } from '@matinee/testkit/process.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { expect, test } from 'vitest';
import { suiteStretching } from '../../../drivers/passwords/stretching.ts';

const school = '203.0.113.1';
/** More concurrent attempts than an address has places (20), and far more than an account has (5). */
const crowd = 25;
/** The tests stretch two hundred passwords. */
const long = 120_000;

async function withServer(config: Record<string, unknown>, run: (server: TestServer) => Promise<void>) {
  const server = await startTestServer({
    stretching: suiteStretching,
    config: { 'server.trusted_proxies': ['127.0.0.1/32'], ...config },
  });
  try {
    await run(server);
  } finally {
    await server.stop();
  }
}

/** Signs up from a separate address. */
async function signUp(server: TestServer, n: number): Promise<string> {
  const username = `pupil_${n}`;
  const request = { username, password: testPassword };
  await server.ok({ call: 'AuthService.RegisterWithDirectPassword', request, from: `198.51.100.${n}` });
  return username;
}

const signIn = (server: TestServer, username: string, password = testPassword) =>
  server.rest({ call: 'AuthService.LoginWithDirectPassword', request: { username, password }, from: school });

const statuses = (answers: readonly ContractAnswer[]) => [...new Set(answers.map(({ status }) => status))];

test(
  '[PW4] a school signs in at once from one address',
  () =>
    withServer({ 'limits.rate_factor': 1 }, async (server) => {
      const names = await Promise.all(Array.from({ length: crowd }, (_, n) => signUp(server, n)));
      expect(statuses(await Promise.all(names.map((name) => signIn(server, name))))).toEqual([200]);
    }),
  long,
);

test(
  '[PW4] one account signs in many times at once, and of sixty wrong guesses five are looked at',
  () =>
    withServer({ 'limits.rate_factor': 20 }, async (server) => {
      const name = await signUp(server, 1);
      const attempts = (length: number, password?: string) =>
        Promise.all(Array.from({ length }, () => signIn(server, name, password)));
      expect(statuses(await attempts(crowd))).toEqual([200]);
      const reasons = (await attempts(60, 'Wrong-horse-7')).map(({ reason }) => reason);
      expect(reasons.filter((reason) => reason === 'auth.invalid_credentials')).toHaveLength(5);
      expect(reasons.filter((reason) => reason === 'auth.locked_out')).toHaveLength(55);
      expect(await signIn(server, name)).toMatchObject({ status: 429, reason: 'auth.locked_out' });
    }),
  long,
);

test.skipIf(!hasProgram('redis-server'))(
  '[PW4] two replicas on one Redis look at five of sixty wrong guesses together, and let many right ones in',
  async () => {
    const redis = await startRedis();
    const config = { 'limits.rate_factor': 20, 'server.trusted_proxies': ['127.0.0.1/32'], 'redis.url': redis.url };
    const one = await startTestServer({ config });
    const other = await startTestServer({ config, database: one.database });
    try {
      const name = await signUp(one, 1);
      const attempts = (length: number, password?: string) =>
        Promise.all(Array.from({ length }, (_, n) => signIn([one, other][n % 2]!, name, password)));
      expect(statuses(await attempts(crowd))).toEqual([200]);
      const reasons = (await attempts(60, 'Wrong-horse-7')).map(({ reason }) => reason);
      expect(reasons.filter((reason) => reason === 'auth.invalid_credentials')).toHaveLength(5);
      expect(reasons.filter((reason) => reason === 'auth.locked_out')).toHaveLength(55);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
      await redis.stop();
    }
  },
  long,
);

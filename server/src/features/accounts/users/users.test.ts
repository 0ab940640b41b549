import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserPrincipal } from '../../../kernel/call.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { makeLog } from '../../../kernel/log.ts';
import { openDatabase } from '../../../store/open-database.ts';
import { makeProfile, makeUsers } from './users.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

test('[US1] the profile of an account that has just been deleted is not found', async () => {
  const db = openDatabase({ connection: server.database, poolSize: 2, log: makeLog('silent'), clock: systemClock });
  try {
    const { getProfile } = makeProfile(
      db,
      makeUsers({ db, clock: systemClock, isNameAwaited: async () => false, tellAvailability: async () => undefined }),
    );
    const gone = { userId: `usr_${'0'.repeat(26)}` } as UserPrincipal;
    await expect(getProfile(gone)).rejects.toMatchObject({ reason: 'users.not_found' });
  } finally {
    await db.close();
  }
});

test('[US2] of ten who take one name at once, in any spelling, one gets it', async () => {
  const users = await Promise.all(Array.from({ length: 10 }, () => server.signUp('taker')));
  const answers = await Promise.all(
    users.map(({ token }, i) =>
      server.rest({
        call: 'UserService.SetUsername',
        token,
        request: { username: i % 2 === 0 ? 'Wanted' : 'ＷＡＮＴＥＤ' },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.reason))).toEqual(
    new Set(['users.username_taken']),
  );
});

test('[US2] of ten who sign up with one name at once, one gets it', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      server.rest({
        call: 'AuthService.RegisterWithDirectPassword',
        request: { username: i % 2 === 0 ? 'Popular' : 'POPULAR', password: testPassword },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.reason))).toEqual(
    new Set(['auth.username_taken']),
  );
});

test('[US3] the first start makes the root account, with the password of the configuration', async () => {
  const request = { username: 'root', password: testPassword };
  const { user } = await server.ok({ call: 'AuthService.LoginWithDirectPassword', request });
  expect(user).toMatchObject({ username: 'root', role: 'root' });
  expect(server.app.firstAccount).toBeUndefined();
});

test('[US3] of replicas that make their first start together one makes the account, and its password works', async () => {
  const database = await freshDatabase();
  const options = { database, config: { 'bootstrap.root_password': undefined } };
  const replicas = await Promise.all([1, 2, 3].map(() => startTestServer(options)));
  try {
    const told = replicas.flatMap(({ app }) => app.firstAccount ?? []);
    expect(told).toHaveLength(1);
    const request = { username: told[0]!.username, password: told[0]!.password };
    expect((await replicas[0]!.rest({ call: 'AuthService.LoginWithDirectPassword', request })).status).toBe(200);
  } finally {
    for (const replica of replicas) await replica.stop();
  }
});

test('[US3] without one a password is made and told once; a later start makes nothing', async () => {
  const config = { 'bootstrap.root_password': undefined, 'bootstrap.root_username': 'captain' };
  const first = await startTestServer({ config });
  const made = first.app.firstAccount!;
  expect(made.username).toBe('captain');
  await first.ok({ call: 'AuthService.LoginWithDirectPassword', request: { ...made } });
  await first.stop();
  const second = await startTestServer({ config: { 'bootstrap.root_username': 'other' }, database: first.database });
  try {
    expect(second.app.firstAccount).toBeUndefined();
    await second.ok({ call: 'AuthService.LoginWithDirectPassword', request: { ...made } });
    expect(await second.sql('select username from users')).toEqual([{ username: 'captain' }]);
  } finally {
    await second.stop();
  }
});

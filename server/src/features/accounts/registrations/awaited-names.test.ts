import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../kernel/clock.ts';
import { makeIds } from '../../../kernel/ids.ts';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import { openDatabase } from '../../../store/open-database.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import { makeUsers } from '../users/users.service.ts';
import { isNameAwaited } from './awaited-names.ts';
import { makeRegistrations } from './registrations.service.ts';

let server: TestServer;
let root: TestUser;
let anna: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.signIn();
  anna = await server.signUp('anna');
  const settings = { user: { passwordSignupNeedReview: true } };
  const update_mask = 'user.passwordSignupNeedReview';
  await server.ok({ call: 'AdminService.UpdateSettings', token: root.token, request: { settings, update_mask } });
});
afterAll(() => server?.stop());

const register = (username: string) =>
  server.rest({ call: 'AuthService.RegisterWithDirectPassword', request: { username, password: testPassword } });
const rename = (username: string, token = anna.token) =>
  server.rest({ call: 'UserService.SetUsername', token, request: { username } });
const administer = (method: string, request: object) =>
  server.rest({ call: `AdminService.${method}`, token: root.token, request: request as never });
const make = async (username: string): Promise<{ id: string; username: string }> =>
  (await administer('CreateUser', { username, password: testPassword })).json.user.user;
const approve = (id: string) => administer('ApproveUserRegistrationReview', { review_ids: [id] });

test('[RG3] a name that somebody waits for cannot be taken by renaming, by an administrator or by a restore', async () => {
  const berta = await make('berta');
  await administer('DeleteUser', { user_id: berta.id });
  const { registrationReviewId } = (await register('Berta')).json;
  const taken = { status: 409, reason: 'users.username_taken' };
  expect(await rename('ＢＥＲＴＡ')).toMatchObject(taken);
  expect(await administer('UpdateUserUsername', { user_id: anna.id, username: 'berta' })).toMatchObject(taken);
  expect(await administer('CreateUser', { username: 'BERTA', password: testPassword })).toMatchObject(taken);
  expect(await administer('RestoreUser', { user_id: berta.id })).toMatchObject(taken);
  expect((await approve(registrationReviewId)).status).toBe(200);
});

test('[RG3] a name that was rejected, and ones own in another spelling, can be taken', async () => {
  const { registrationReviewId } = (await register('carla')).json;
  await administer('RejectUserRegistrationReview', { review_ids: [registrationReviewId], reason: 'no' });
  expect((await rename('carla')).status).toBe(200);
  expect((await rename('Carla')).status).toBe(200);
});

test('[RG3] of an applicant and four who rename themselves at once, one gets the name', async () => {
  const db = openDatabase({ connection: server.database, poolSize: 8, log: makeLog('silent'), clock: systemClock });
  try {
    const ids = makeIds(systemClock, systemRandom);
    const users = makeUsers({ db, clock: systemClock, isNameAwaited, tellAvailability: async () => undefined });
    const sessions = {} as Sessions; // Waiting applicants have none.
    const { registrations } = makeRegistrations({ db, users, sessions, clock: systemClock, ids, kinds: () => [] });
    const people = await Promise.all(['dora', 'emil', 'frieda', 'gustav'].map(make));
    for (let round = 0; round < 50; round++) {
      const username = `wanted${round}`;
      const signup = {
        userId: ids.make('usr'),
        username,
        method: 'password',
        needsReview: true,
        credentials: [],
      } as const;
      const attempts = [
        ...people.map(({ id }) => db.write((tx) => users.rename(tx, id, username))),
        registrations.register(signup, { userAgent: 'test', address: '192.0.2.1' }),
      ];
      const outcomes = await Promise.allSettled(attempts);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  } finally {
    await db.close();
  }
});

import { MfaMethod } from '@matinee/contract/gen/service/client/mfa_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../kernel/clock.ts';
import { makeIds } from '../../../kernel/ids.ts';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import type { Database } from '../../../store/database.ts';
import { openDatabase } from '../../../store/open-database.ts';
import { authErrors } from '../sessions/sessions.errors.ts';
import { makeSessions } from '../sessions/sessions.service.ts';
import type { UserRow } from '../users/users.port.ts';
import { makeUsers } from '../users/users.service.ts';
import { makeFinishSignIn } from './finish-sign-in.ts';
import type { SecondFactor } from './second-factor.service.ts';
import { makeSignIns } from './sign-ins.service.ts';

const ids = makeIds(systemClock, systemRandom);
const device = { userAgent: 'test', address: '192.0.2.1' };
const methods = [MfaMethod.TOTP, MfaMethod.RECOVERY_CODE];
const asksForTotp = async () => ({ sessionId: 'mfa', availableMethods: methods });
const asksForNothing = async () => undefined;

let server: TestServer;
let db: Database;
beforeAll(async () => {
  server = await startTestServer({ database: await freshDatabase() });
  db = openDatabase({ connection: server.database, poolSize: 2, log: makeLog('silent'), clock: systemClock });
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

function makeTest(challenge: SecondFactor['challenge']) {
  const users = makeUsers({
    db,
    clock: systemClock,
    isNameAwaited: async () => false,
    tellAvailability: async () => undefined,
  });
  const bannedError = async () => authErrors.banned();
  const { sessions } = makeSessions({
    db,
    users,
    jwtSecret: 'a secret of enough characters to sign',
    clock: systemClock,
    random: systemRandom,
    ids,
    bannedError,
  });
  const finish = makeFinishSignIn({ db, sessions, bannedError });
  return {
    sessions,
    finish,
    signIns: makeSignIns({ db, bannedError, finish, challenge }),
    makeUser: () =>
      db.write(async (tx) => {
        const id = ids.make('usr');
        return (await users.create(tx, { id, username: id.slice(-20), role: UserRole.USER })) as UserRow;
      }),
  };
}

test('[SE11] while a second factor is asked for there are no tokens and no session', async () => {
  const { signIns, finish, makeUser } = makeTest(asksForTotp);
  const user = await makeUser();
  const answer = await signIns.complete(user, 'password', device);
  expect(answer).toMatchObject({ mfa: { required: true, sessionId: 'mfa', availableMethods: methods } });
  expect(answer.accessToken ?? answer.refreshToken).toBeUndefined();
  expect(await server.sql('select 1 from sessions where user_id = $1', [user.id])).toEqual([]);
  const { accessToken } = await finish(user, 'password', device);
  expect(accessToken).toBeTypeOf('string');
});

test('[SE11] where none is asked for the first factor gives a session that knows its method and address', async () => {
  const { signIns, makeUser } = makeTest(asksForNothing);
  const user = await makeUser();
  expect((await signIns.complete(user, 'passkey', device)).mfa).toEqual({ required: false, sessionId: '' });
  expect(await server.sql('select method, address from sessions where user_id = $1', [user.id])).toEqual([
    { method: 'passkey', address: device.address },
  ]);
});

test('[SE10] the session that changes a credential goes on, all others end', async () => {
  const { finish, sessions, makeUser } = makeTest(asksForNothing);
  const user = await makeUser();
  const [kept, ended] = await Promise.all([1, 2].map(() => finish(user, 'password', device)));
  const { sessionId } = (await sessions.authenticate(kept!.accessToken!)) as { sessionId: string };
  await db.write((tx) => sessions.credentialsChanged(tx, user.id, sessionId));
  await expect(sessions.authenticate(ended!.accessToken!)).rejects.toMatchObject({ reason: 'auth.invalid_token' });
  expect(await sessions.authenticate(kept!.accessToken!)).toMatchObject({ userId: user.id });
});

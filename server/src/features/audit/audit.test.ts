import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { makeIds } from '../../kernel/ids.ts';
import { makeLog } from '../../kernel/log.ts';
import { systemRandom } from '../../kernel/random.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { makeAudit } from './audit.service.ts';

let server: TestServer;
let db: Database;
beforeAll(async () => {
  server = await startTestServer();
  db = openDatabase({ connection: server.database, poolSize: 2, log: makeLog('silent'), clock: systemClock });
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

const audit = makeAudit(systemClock, makeIds(systemClock, systemRandom));
const anna = {
  kind: 'user',
  userId: 'usr_a',
  username: 'anna',
  role: UserRole.ADMIN,
  sessionId: 'ses_a',
  expiresAtMs: 0,
} as const;

test('[AU1] a record says who did what to what, from where and in which request', async () => {
  const from = { address: '192.0.2.1', requestId: 'r1' };
  await db.write(async (tx) => {
    await audit.record(tx, { principal: anna, ...from }, { action: 'test.done', target: 'x', details: { from: 1 } });
    await audit.record(tx, { principal: { kind: 'operator' }, ...from }, { action: 'test.done' });
    await audit.record(tx, 'system', { action: 'test.done' });
  });
  expect(
    await server.sql(
      `select actor_kind, actor_id, actor_name, target, details, address, request_id
       from audit_records where action = 'test.done' order by id`,
    ),
  ).toEqual([
    {
      actor_kind: 'user',
      actor_id: 'usr_a',
      actor_name: 'anna',
      target: 'x',
      details: { from: 1 },
      address: '192.0.2.1',
      request_id: 'r1',
    },
    {
      actor_kind: 'operator',
      actor_id: '',
      actor_name: '',
      target: '',
      details: {},
      address: '192.0.2.1',
      request_id: 'r1',
    },
    { actor_kind: 'system', actor_id: '', actor_name: '', target: '', details: {}, address: '', request_id: '' },
  ]);
});

test('[AU1] a record of something that was rolled back is not there', async () => {
  const failed = db.write(async (tx) => {
    await audit.record(tx, 'system', { action: 'test.undone' });
    throw new Error('undo');
  });
  await expect(failed).rejects.toThrow('undo');
  expect(await server.sql(`select 1 from audit_records where action = 'test.undone'`)).toEqual([]);
});

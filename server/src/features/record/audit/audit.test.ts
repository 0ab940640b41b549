import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../kernel/clock.ts';
import { makeIds } from '../../../kernel/ids.ts';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import type { Database } from '../../../store/database.ts';
import { openDatabase } from '../../../store/open-database.ts';
import { makeAuditReading } from './audit.reading.ts';
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

const audit = makeAudit({
  clock: systemClock,
  ids: makeIds(systemClock, systemRandom),
  notices: { tell: async () => undefined },
});
const anna = {
  kind: 'user',
  userId: 'usr_a',
  username: 'anna',
  displayName: 'anna',
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

test('[AU2] pages hold each record once, also while new ones come', async () => {
  const keeper = await server.signIn();
  const list = async (request: object) =>
    (await server.ok({
      call: 'AdminService.ListAuditRecords',
      token: keeper.token,
      request: request as never,
    })) as { records: { id: string; target: string; at: string }[]; next_page_token?: string };
  const write = (target: string) =>
    db.write((tx) =>
      audit.record(tx, { principal: anna, address: '', requestId: '' }, { action: 'page.done', target }),
    );
  for (let n = 0; n < 7; n++) await write(`t${n}`);
  const seen: string[] = [];
  let token: string | undefined = '';
  while (token !== undefined) {
    const page = await list({ action: 'page', page_size: 3, page_token: token });
    seen.push(...page.records.map(({ target }) => target));
    token = page.next_page_token;
    await write('later');
  }
  expect(seen).toEqual(['t6', 't5', 't4', 't3', 't2', 't1', 't0']);
  const one = (await list({ target: 't3' })).records[0]!;
  const after = new Date(Date.parse(one.at) + 1).toISOString();
  expect((await list({ target: 't3', from: one.at })).records.length).toBe(1);
  expect((await list({ target: 't3', before: one.at })).records.length).toBe(0);
  expect((await list({ target: 't3', from: after })).records.length).toBe(0);
  expect((await list({ action: 'page', actor: 'ANN' })).records.length).toBeGreaterThan(7);
  expect((await list({ action: 'page', actor: 'usr_a' })).records.length).toBeGreaterThan(7);
  expect((await list({ action: 'pag' })).records).toEqual([]);
  expect((await list({ action: 'page', actor: '%' })).records).toEqual([]);
});

test('[AU3] records older than 365 days are deleted', async () => {
  await db.write((tx) => audit.record(tx, 'system', { action: 'test.kept' }));
  await db.write((tx) => audit.record(tx, 'system', { action: 'test.old' }));
  await server.sql(`update audit_records set at = now() - interval '364 days' where action = 'test.kept'`);
  await server.sql(`update audit_records set at = now() - interval '366 days' where action = 'test.old'`);
  await makeAuditReading(db, systemClock).clean();
  expect(await server.sql(`select action from audit_records where action in ('test.kept', 'test.old')`)).toEqual([
    { action: 'test.kept' },
  ]);
});

import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../kernel/clock.ts';
import { makeLog } from '../../../kernel/log.ts';
import type { Database } from '../../../store/database.ts';
import { openDatabase } from '../../../store/open-database.ts';
import { historyRetention } from './history-retention.ts';

let server: TestServer;
let db: Database;
let root: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  db = openDatabase({ connection: server.database, poolSize: 2, log: makeLog('silent'), clock: systemClock });
  root = await server.signIn();
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

const age = (key: string, to: string, days: number) =>
  server.sql(
    `update settings_history set at = now() - make_interval(days => ${days}) where key = $1 and to_value = $2`,
    [key, to],
  );

async function change(group: string, leaf: string, value: string | number): Promise<void> {
  const request = { settings: { [group]: { [leaf]: value } }, updateMask: `${group}.${leaf}` };
  await server.ok({ call: 'AdminService.UpdateSettings', token: root.token, request });
}

async function history(key: string): Promise<unknown[]> {
  const { name } = AdminService.method.getSettingHistory;
  const { changes } = await server.ok({ call: `AdminService.${name}`, token: root.token, request: { key } });
  return changes.map(({ to }: { to: unknown }) => to);
}

test('[RS19] changes older than 365 days go, every hour, and the last one of a key stays', async () => {
  for (const port of [26, 27, 28]) await change('email', 'smtpPort', port);
  await change('server', 'name', 'Cinema');
  await age('email.smtpPort', '26', 366);
  await age('email.smtpPort', '27', 364);
  await age('server.name', '"Cinema"', 4_000);
  const clock = new FakeClock(systemClock.nowMs());
  const retention = historyRetention({ db, clock, log: makeLog('silent') });
  await retention.start?.();
  clock.advance(3_600_000);
  await until('the old change is gone', async () => (await history('email.smtpPort')).length === 2);
  expect(await history('email.smtpPort')).toEqual([28, 27]);
  expect(await history('server.name')).toEqual(['Cinema']);
  await retention.stop?.(AbortSignal.timeout(1_000));
  expect(clock.pending).toBe(0);
});

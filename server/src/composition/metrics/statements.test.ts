import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import { inCall } from '../../kernel/tracing/current-call.ts';
import { openDatabase } from '../../store/open-database.ts';
import { makeMetrics } from '../../transport/call-metrics.ts';
import { watchStatements } from './statements.ts';

function makeTest(slowMs: number, clock = systemClock) {
  const lines: object[] = [];
  const destination = { write: (text: string) => lines.push(JSON.parse(text)) } as never;
  const log = makeLog('info', { destination });
  return { lines, log, onStatement: watchStatements({ slowMs, metrics: makeMetrics(), log, clock }) };
}

test('[TR104] a slow statement is logged with the request id of its call and without its values', async () => {
  const { lines, log, onStatement } = makeTest(100);
  const db = openDatabase({ connection: await freshDatabase(), poolSize: 2, log, clock: systemClock, onStatement });
  const sleep = (seconds: number) => sql`select pg_sleep(${seconds}),\n  ${'a secret'}::text`.execute(db.query());
  await inCall({ requestId: 'r1' }, () =>
    db.write(async (tx) => {
      await sql`select pg_sleep(${0.2}), ${'a secret'}::text`.execute(tx.query());
    }),
  );
  await sleep(0);
  await db.close();
  const slow = lines.filter((line) => JSON.stringify(line).includes('pg_sleep'));
  expect(slow).toMatchObject([{ level: 40, msg: 'slow statement', requestId: 'r1', ms: expect.any(Number) }]);
  expect(JSON.stringify(lines)).toContain('select pg_sleep($1), $2::text');
  expect(JSON.stringify(lines)).not.toContain('a secret');
});

test('[TR104] there is one line a second, and none with 0', () => {
  const clock = new FakeClock();
  const { lines, onStatement } = makeTest(100, clock);
  for (const durationMs of [99, 100, 200, 300]) onStatement('select 1', durationMs);
  clock.advance(1_000);
  onStatement('select 2', 100);
  expect(lines).toMatchObject([
    { statement: 'select 1', ms: 100, left: 0 },
    { statement: 'select 2', left: 2 },
  ]);
  const off = makeTest(0, clock);
  off.onStatement('select 1', 60_000);
  expect(off.lines).toEqual([]);
});

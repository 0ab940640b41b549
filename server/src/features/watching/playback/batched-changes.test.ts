import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../../../testkit/src/postgres.ts';
import type { Outcome } from '../../../kernel/batcher.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { makeLog } from '../../../kernel/log.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { openDatabase } from '../../../store/open-database.ts';
import { makeWriteGuard } from '../../../store/write-guard.ts';
import { makeBatchedChanges } from './batched-changes.ts';
import { attempt, type Change, type Changed } from './changes.ts';
import { playbackErrors } from './playback.errors.ts';
import { emptyTimeline } from './timeline.ts';

let db: Database;
beforeAll(async () => {
  const connection = await freshDatabase();
  db = openDatabase({ connection, poolSize: 4, log: makeLog('silent'), clock: systemClock, guard: makeWriteGuard() });
  await db.write((tx) => sql`create table counters (version integer not null)`.execute(tx.query()));
});
afterAll(() => db.close());

let transactions: number[] = [];
beforeEach(async () => {
  transactions = [];
  await db.write(async (tx) => {
    await sql`delete from counters`.execute(tx.query());
    await sql`insert into counters values (0)`.execute(tx.query());
  });
});

/** Applies changes to rooms whose whole state is a version in one row. */
async function applyAll(tx: Tx, _: string, changes: readonly Change[]): Promise<Outcome<Changed>[]> {
  transactions.push(changes.length);
  const { rows } = await sql<{ version: number }>`select version from counters for update`.execute(tx.query());
  let timeline = { ...emptyTimeline, version: rows[0]!.version };
  const outcomes: Outcome<Changed>[] = [];
  for (const change of changes) {
    const result = await attempt(() => change(timeline, 0, tx));
    if ('error' in result) outcomes.push(result);
    else {
      timeline = result.next?.timeline ?? timeline;
      outcomes.push({ value: { timeline, isChanged: result.next !== undefined } });
    }
  }
  const { version } = timeline;
  tx.finish({ compile: () => sql`update counters set version = ${version}`.compile(tx.query()) });
  return outcomes;
}

const makeTurn = () => {
  const turn = makeBatchedChanges({ db, clock: systemClock, audience: () => 1, applyAll });
  return (change: Change) =>
    turn('room_1', change).then(
      ({ timeline, isChanged }) => (isChanged ? timeline?.version : 'same'),
      (error: { reason?: string }) => error.reason ?? 'broken',
    );
};
const raise: Change = (timeline) => ({ timeline: { ...timeline, version: timeline.version + 1 } });
const stored = async () =>
  (await sql<{ version: number }>`select version from counters`.execute(db.query())).rows[0]?.version;

test('[PB19] changes that come together are committed together, each with its own version', async () => {
  const turn = makeTurn();
  const answers = await Promise.all([raise, raise, () => undefined, raise].map(turn));
  expect(answers).toEqual([1, 2, 'same', 3]);
  expect(transactions).toEqual([4]);
  expect(await stored()).toBe(3);
});

test('[PB19] one that is refused changes nothing, and the others are none the wiser', async () => {
  const refuse: Change = () => {
    throw playbackErrors.stale();
  };
  expect(await Promise.all([raise, refuse, raise].map(makeTurn()))).toEqual([1, 'playback.stale', 2]);
  expect(transactions).toEqual([3]);
  expect(await stored()).toBe(2);
});

test.each([
  ['a statement that fails', async (tx: Tx) => void (await sql`select 1 / 0`.execute(tx.query()))],
  ['text that PostgreSQL refuses', async (tx: Tx) => void (await sql`select ${'\0'}::text`.execute(tx.query()))],
  ['a fault of ours', () => Promise.reject(new TypeError('no'))],
])('[PB19] one that breaks by %s takes no other with it', async (_, fail) => {
  const broken: Change = async (timeline, __, tx) => {
    await fail(tx);
    return { timeline };
  };
  const [first, second, third] = await Promise.all([raise, broken, raise].map(makeTurn()));
  expect([first, third]).toEqual([1, 2]);
  expect(second).toMatch(/^broken$|^store\.bad_text$/);
  expect(transactions).toEqual([3, 1, 1, 1]);
  expect(await stored()).toBe(2);
});

test('[PB19] a conflict with another transaction runs all again, each counted once', async () => {
  let conflicts = 1;
  const conflicting: Change = (timeline) => {
    if (conflicts-- > 0) throw Object.assign(new Error('could not serialize'), { code: '40001' });
    return raise(timeline, 0, null as never);
  };
  expect(await Promise.all([raise, conflicting, raise].map(makeTurn()))).toEqual([1, 2, 3]);
  expect(transactions).toEqual([3, 3]);
  expect(await stored()).toBe(3);
});

test('[PB19] in a large room, what comes while it is told is committed together', async () => {
  const turn = makeBatchedChanges({ db, clock: systemClock, audience: () => 1_000, applyAll });
  const first = await turn('room_1', raise);
  const later = await Promise.all([turn('room_1', raise), turn('room_1', raise)]);
  expect([first, ...later].map(({ timeline }) => timeline?.version)).toEqual([1, 2, 3]);
  expect(transactions).toEqual([1, 2]);
});

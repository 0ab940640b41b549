import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../../../testkit/src/postgres.ts';
import { systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open-database.ts';
import { makeWriteGuard } from '../write-guard.ts';
import { copyRows, int4 } from './copy-rows.ts';

const statement = 'copy numbers (id, bytes) from stdin (format binary)';
let database: Database;
/** A second connection beside `Database`, which holds locks and terminates other connections. */
let other: pg.Client;

beforeAll(async () => {
  const connection = await freshDatabase();
  const log = makeLog('silent');
  database = openDatabase({ connection, poolSize: 2, log, clock: systemClock, guard: makeWriteGuard() });
  other = new pg.Client(connection);
  await other.connect();
  await other.query('create table numbers (id int primary key, bytes bytea not null)');
});
beforeEach(() => other.query('truncate numbers'));
afterAll(async () => {
  await other.end();
  await database.close();
});

const rowsOf = (ids: readonly number[]) => copyRows(ids.map((id) => [int4(id), Buffer.alloc(id, id)]));
const copy = (ids: readonly number[], told = statement) => database.copyIn(told, rowsOf(ids));

async function lengths(): Promise<Record<number, number>> {
  const { rows } = await sql<{ id: number; length: number }>`select id, length(bytes) from numbers`.execute(
    database.query(),
  );
  return Object.fromEntries(rows.map(({ id, length }) => [id, length]));
}

test('[ST52] rows that are copied are there all or none', async () => {
  await copy([1, 70_000]);
  await expect(copy([2, 1])).rejects.toThrow('duplicate key');
  await expect(copy([2], 'copy nowhere from stdin')).rejects.toThrow('does not exist');
  expect(await lengths()).toEqual({ 1: 1, 70000: 70_000 });
});

test('[ST52] more copies at once than there are connections', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => copy([index + 10, index + 100])));
  expect(Object.keys(await lengths())).toHaveLength(40);
});

test('[ST52] a copy that waits too long, or whose connection is cut, is none, and the next one works', async () => {
  await other.query('begin; lock table numbers');
  await expect(copy([1], `set lock_timeout = 20; ${statement}`)).rejects.toMatchObject({ reason: 'store.busy' });
  const cut = expect(copy([2])).rejects.toMatchObject({ reason: 'store.unavailable' });
  await vi.waitFor(cutWaiting, { interval: 5, timeout: 30_000 });
  await cut;
  await other.query('rollback');
  await copy([3]);
  expect(await lengths()).toEqual({ 3: 3 });
});

async function cutWaiting(): Promise<void> {
  const { rowCount } = await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  expect(rowCount).toBe(1);
}

test('[ST12] nothing is copied past an open write', async () => {
  await expect(database.write(() => copy([1]))).rejects.toThrow('copyIn() inside write()');
});

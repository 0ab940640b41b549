import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../../testkit/src/postgres.ts';
import { systemClock } from '../kernel/clock.ts';
import { makeLog } from '../kernel/log.ts';
import type { Database, Tx } from './database.ts';
import type { DatabaseAddress } from './database-address.ts';
import { migrate } from './migrations.ts';
import { openDatabase } from './open-database.ts';
import { makeWriteGuard } from './write-guard.ts';

interface Tables {
  notes: { id: number; text: string };
}

const log = makeLog('silent');
const unavailable = { reason: 'store.unavailable' };
const guard = makeWriteGuard();
let address: DatabaseAddress;
let database: Database;

beforeAll(async () => {
  address = await freshDatabase();
  await migrate(address, [
    { feature: 'notes', name: '001_notes', sql: 'create table notes (id bigint primary key, text text not null)' },
  ]);
  database = openDatabase({ connection: address, poolSize: 10, log, clock: systemClock, guard });
});
afterAll(() => database.close());

const put = (tx: Tx, id: number, text: string) => tx.query<Tables>().insertInto('notes').values({ id, text }).execute();
const find = (id: number) =>
  database.query<Tables>().selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst();

test('[ST10] a write commits its rows, and a write that throws commits none', async () => {
  await database.write((tx) => put(tx, 1, 'kept'));
  const failed = database.write(async (tx) => {
    await put(tx, 2, 'dropped');
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await find(1)).toEqual({ id: 1, text: 'kept' });
  expect(await find(2)).toBeUndefined();
});

test('[ST11] two writes that deadlock both commit', async () => {
  await database.write(async (tx) => {
    await put(tx, 10, 'a');
    await put(tx, 11, 'b');
  });
  let runs = 0;
  let arrived = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  const change = (first: number, second: number) =>
    database.write(async (tx) => {
      runs++;
      const set = (id: number) =>
        tx
          .query<Tables>()
          .updateTable('notes')
          .set({ text: `by ${first}` })
          .where('id', '=', id)
          .execute();
      await set(first);
      if (++arrived === 2) open();
      await both;
      await set(second);
    });
  await Promise.all([change(10, 11), change(11, 10)]);
  expect(runs).toBe(3);
  expect((await find(10))?.text).toBe((await find(11))?.text);
});

test('[ST11] a write that never stops conflicting is aborted after three runs', async () => {
  const work = vi.fn((tx: Tx) =>
    sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`.execute(tx.query()),
  );
  await expect(database.write(work)).rejects.toMatchObject({ code: 'aborted', reason: 'store.conflict' });
  expect(work).toHaveBeenCalledTimes(3);
});

test('[ST53] what failed first is told, whichever of the statements that were sent together is heard of first', async () => {
  /** Settles later than the statement itself. */
  const inside = async <R>(work: () => Promise<R>): Promise<R> => {
    try {
      return await work();
    } finally {
      for (let turns = 0; turns < 20; turns++) await undefined;
    }
  };
  const other = (tx: Tx) => sql`select 1`.execute(tx.query());
  const badText = (tx: Tx) => inside(() => sql`select ${'a\0b'}::text`.execute(tx.query()));
  await expect(database.write((tx) => Promise.all([badText(tx), other(tx)]))).rejects.toMatchObject({
    reason: 'store.bad_text',
  });
  let runs = 0;
  const conflict = (tx: Tx) =>
    inside(() => sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`.execute(tx.query()));
  const conflicting = database.write((tx) => {
    runs++;
    return Promise.all([other(tx), conflict(tx), other(tx)]);
  });
  await expect(conflicting).rejects.toMatchObject({ reason: 'store.conflict' });
  expect(runs).toBe(3);
});

test('[ST12] a write or a query past the transaction is refused inside of a write', async () => {
  await expect(database.write(() => database.write(async () => 1))).rejects.toThrow('write() inside write()');
  await expect(database.write(async () => database.query())).rejects.toThrow('query() inside write()');
  await expect(database.write(async () => 'and after that all is well')).resolves.toContain('well');
});

test('[ST29] work that follows a commit runs once, in order, before the write resolves, and never for a write that failed', async () => {
  const seen: string[] = [];
  let runs = 0;
  await database.write(async (tx) => {
    tx.afterCommit(async () => {
      seen.push((await find(70))?.text ?? 'nothing');
    });
    tx.afterCommit(() => {
      throw new Error('broken');
    });
    tx.afterCommit(async () => void seen.push('last'));
    await put(tx, 70, 'committed');
    if (++runs === 1) throw Object.assign(new Error('conflict'), { code: '40001' });
  });
  expect(seen).toEqual(['committed', 'last']);
  const failed = database.write(async (tx) => {
    tx.afterCommit(() => void seen.push('never'));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(seen).toEqual(['committed', 'last']);
});

test('[ST29] what is outside the database is refused inside of a write, and serves before and after it', async () => {
  const outside = guard.protect('outside', { look: async () => 'seen', name: 'a name' });
  await expect(database.write(() => outside.look())).rejects.toThrow('outside.look() inside write()');
  expect(await outside.look()).toBe('seen');
  const after: Promise<string>[] = [];
  await database.write(async (tx) => {
    expect(outside.name).toBe('a name');
    tx.afterCommit(() => void after.push(outside.look()));
  });
  expect(await Promise.all(after)).toEqual(['seen']);
});

test('[ST13] a connection that is cut in use fails as unavailable, and the next query works', async () => {
  const cut = database.write(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.query());
    await terminate(rows[0]?.pid ?? 0);
    await put(tx, 20, 'lost');
  });
  await expect(cut).rejects.toMatchObject({ code: 'unavailable', reason: 'store.unavailable' });
  await database.ping();
  expect(await find(20)).toBeUndefined();
});

test('[ST13] a connection that led to a standby, which takes no writes, is not used again', async () => {
  const own = openDatabase({ connection: address, poolSize: 1, log, clock: systemClock });
  const setting = sql.raw(`alter database ${address.database} set default_transaction_read_only`);
  await sql`${setting} = on`.execute(database.query());
  await own.ping();
  await sql`${setting} = off`.execute(database.query());
  await expect(own.write((tx) => put(tx, 22, ''))).rejects.toMatchObject(unavailable);
  await own.write((tx) => put(tx, 22, 'kept'));
  expect(await find(22)).toMatchObject({ text: 'kept' });
  await own.close();
});

test('[ST13] [TR99] a database that is not there is unavailable, and counted as away', async () => {
  const away = openDatabase({ connection: { ...address, host: '/nowhere' }, poolSize: 1, log, clock: systemClock });
  await expect(away.ping()).rejects.toMatchObject({ reason: 'store.unavailable' });
  await expect(away.write((tx) => put(tx, 21, ''))).rejects.toMatchObject({ reason: 'store.unavailable' });
  expect([away.pool().isUp, database.pool().isUp]).toEqual([false, true]);
  await away.close();
});

test('[ST51] readiness tells that no connection can be made, though one still answers', async () => {
  const sockets = new Set<Socket>();
  const forward = createServer((socket) => {
    const behind = connect(join(address.host ?? '', '.s.PGSQL.5432'));
    for (const one of [socket, behind]) sockets.add(one.on('error', () => undefined));
    socket.pipe(behind).pipe(socket);
  });
  const listen = (port: number) => new Promise<void>((resolve) => forward.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = forward.address() as AddressInfo;
  const connection = { ...address, host: '127.0.0.1', port };
  const through = openDatabase({ connection, poolSize: 2, log, clock: systemClock });
  await through.ping();
  forward.close();
  await through.ping();
  const held = through.write(async (tx) => {
    await sql`select 1`.execute(tx.query());
    await expect(sql`select 1`.execute(through.query())).rejects.toMatchObject(unavailable);
  });
  await held;
  await expect(through.ping()).rejects.toMatchObject(unavailable);
  await listen(port);
  await through.ping();
  await through.close();
  for (const socket of sockets) socket.destroy();
  forward.close();
});

test('[ST14] a write that swallowed a failed statement is not reported as committed', async () => {
  const swallowed = database.write(async (tx) => {
    await put(tx, 30, 'gone');
    await put(tx, 30, 'again').catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow('a statement had failed');
  expect(await find(30)).toBeUndefined();
});

test('[ST15] columns become the values that we promise', async () => {
  const values = await sql`select 9007199254740991::int8 as large, array[1, null]::int8[] as list,
    '2026-01-02T03:04:05.678Z'::timestamptz as moment, '{"a": [1]}'::jsonb as json, '2026-01-02'::date as day,
    '\\x00ff'::bytea as bytes`.execute(database.query());
  expect(values.rows[0]).toEqual({
    large: Number.MAX_SAFE_INTEGER,
    list: [1, null],
    moment: new Date('2026-01-02T03:04:05.678Z'),
    json: { a: [1] },
    day: '2026-01-02',
    bytes: Buffer.from([0, 255]),
  });
  await expect(sql`select 9007199254740992::int8 as large`.execute(database.query())).rejects.toThrow('does not fit');
});

test('[ST16] every connection has time limits', async () => {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];
  const { rows } = await sql<{ value: string }>`
    select current_setting(name) as value from unnest(${names}::text[]) as name`.execute(database.query());
  expect(rows.map(({ value }) => value)).toEqual(['15s', '5s', '3s', '30s']);
});

test('[ST28] a connection begins with no parameter that a pooler refuses', async () => {
  const begun: Buffer[] = [];
  const pooler = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      begun.push(bytes);
      socket.destroy();
    });
  });
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  const { port } = pooler.address() as AddressInfo;
  const connection = { host: '127.0.0.1', port, user: 'me', database: 'mine' };
  const pooled = openDatabase({ connection, poolSize: 1, log, clock: systemClock });
  try {
    await expect(sql`select 1`.execute(pooled.query())).rejects.toMatchObject({ reason: 'store.unavailable' });
    // Length and protocol, then names and values with a zero byte after each (PostgreSQL, Message Formats,
    // StartupMessage).
    const parts = begun[0]!.toString('latin1', 8).split('\0');
    const names = parts.filter((name, place) => place % 2 === 0 && name !== '');
    expect(names.sort()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
  } finally {
    await pooled.close();
    pooler.close();
  }
});

test('[ST16] time limits come out as their own errors', async () => {
  const timeout = database.write(async (tx) => {
    await sql`set local statement_timeout = 20`.execute(tx.query());
    await sql`select pg_sleep(5)`.execute(tx.query());
  });
  await expect(timeout).rejects.toMatchObject({ code: 'deadline_exceeded', reason: 'store.timeout' });
  const transaction = database.write(async (tx) => {
    // A running time limit cannot be shortened (PostgreSQL 17, utils/misc/guc_tables.c: assign_transaction_timeout).
    await sql`set local transaction_timeout = 0`.execute(tx.query());
    await sql`set local transaction_timeout = 20`.execute(tx.query());
    await sql`select pg_sleep(5)`.execute(tx.query());
  });
  await expect(transaction).rejects.toMatchObject({ code: 'deadline_exceeded', reason: 'store.timeout' });
  await database.write((tx) => put(tx, 40, 'held'));
  const touch = (tx: Tx) => tx.query<Tables>().updateTable('notes').set({ text: 'x' }).where('id', '=', 40).execute();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  const holder = database.write(async (tx) => {
    await touch(tx);
    isHeld = true;
    await held;
  });
  await vi.waitFor(() => expect(isHeld).toBe(true), { interval: 5 });
  const waiter = database.write(async (tx) => {
    await sql`set local lock_timeout = 20`.execute(tx.query());
    await touch(tx);
  });
  await expect(waiter).rejects.toMatchObject({ code: 'unavailable', reason: 'store.busy' });
  release();
  await holder;
});

test('[ST17] a finishing statement commits with the rest, and one that fails takes the rest with it', async () => {
  const insert = (tx: Tx, id: number) => tx.query<Tables>().insertInto('notes').values({ id, text: 'last' });
  await database.write(async (tx) => {
    tx.finish(insert(tx, 51));
    await put(tx, 50, 'first');
  });
  expect([await find(50), await find(51)]).toMatchObject([{ text: 'first' }, { text: 'last' }]);
  await database.write(async (tx) => tx.finish(insert(tx, 52)));
  expect(await find(52)).toMatchObject({ text: 'last' });
  const failed = database.write(async (tx) => {
    await put(tx, 53, 'first');
    tx.finish(insert(tx, 50));
    tx.emit({ topic: 'notes', kind: 'put', payload: new Uint8Array() });
  });
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await find(53)).toBeUndefined();
  await expect(database.write(async () => 'nothing at all')).resolves.toBe('nothing at all');
});

test('[ST17] a transaction that escapes from its write runs nothing', async () => {
  const escaped = await database.write(async (tx) => tx);
  await expect(put(escaped, 60, 'late')).rejects.toThrow('after the end');
  await expect(
    database.write(async (tx) => {
      await put(tx, 61, 'kept');
      throw Object.assign(new Error('stop'), { tx });
    }),
  ).rejects.toThrow('stop');
  expect([await find(60), await find(61)]).toEqual([undefined, undefined]);
});

async function terminate(pid: number): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  await client.query('select pg_terminate_backend($1, 5000)', [pid]);
  await client.end();
}

test('[ST27] a statement that is run again and again is prepared, and lives through a change of its tables', async () => {
  const own = await freshDatabase();
  await migrate(own, [{ feature: 'notes', name: '001_notes', sql: 'create table notes (id bigint, text text)' }]);
  const one = openDatabase({ connection: own, poolSize: 1, log, clock: systemClock });
  try {
    const read = () => one.query<Tables>().selectFrom('notes').selectAll().where('id', '=', 1).execute();
    const write = () =>
      one.write((tx) => tx.query<Tables>().insertInto('notes').values({ id: 1, text: 'a' }).returningAll().execute());
    for (let run = 0; run < 10; run++) {
      await read();
      await write();
    }
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      one.query(),
    );
    const texts = rows.map(({ statement }) => statement);
    expect(texts).toContainEqual(expect.stringMatching(/^select \* from "notes"/));
    expect(texts).toContainEqual(expect.stringMatching(/^insert into "notes"/));
    await sql`alter table notes add column more int default 7`.execute(one.query());
    expect(await read()).toContainEqual({ id: 1, text: 'a', more: 7 });
    for (let run = 0; run < 10; run++) await write();
    await sql`alter table notes drop column more`.execute(one.query());
    expect(await write()).toEqual([{ id: 1, text: 'a' }]);
    expect((await read()).length).toBe(21);
  } finally {
    await one.close();
  }
});

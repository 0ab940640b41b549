import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../testkit/src/postgres.ts';
import type { Outcome } from '../kernel/batcher.ts';
import { systemClock } from '../kernel/clock.ts';
import { makeLog } from '../kernel/log.ts';
import { batchedWrite } from './batched-write.ts';
import type { Database, Tx } from './database.ts';
import { migrate } from './migrations.ts';
import { openDatabase } from './open-database.ts';
import { storeErrors } from './store.errors.ts';
import { makeWriteGuard } from './write-guard.ts';

let replicas: readonly [Database, Database];
beforeAll(async () => {
  const connection = await freshDatabase();
  await migrate(connection, []);
  const open = () =>
    openDatabase({ connection, poolSize: 6, log: makeLog('silent'), clock: systemClock, guard: makeWriteGuard() });
  replicas = [open(), open()];
  await replicas[0].write((tx) =>
    sql`create table versions (room text primary key, version integer not null)`.execute(tx.query()),
  );
});
afterAll(() => Promise.all(replicas.map((db) => db.close())));

/** The rooms of each transaction, in the order in which they reached the database. */
let transactions: string[][];
/** Blocks a room: awaited inside the transaction. */
let hurdles: Map<string, () => Promise<void>>;
beforeEach(async () => {
  [transactions, hurdles] = [[], new Map()];
  await replicas[0].write((tx) => sql`delete from versions`.execute(tx.query()));
});

function makeRooms(db: Database) {
  const roomsOf = new WeakMap<Tx, string[]>();
  async function applyAll(tx: Tx, roomId: string, changes: readonly string[]): Promise<Outcome<number>[]> {
    if (!roomsOf.has(tx)) {
      roomsOf.set(tx, []);
      transactions.push(roomsOf.get(tx)!);
    }
    roomsOf.get(tx)!.push(roomId);
    const { rows } = await sql<{ version: number }>`insert into versions values (${roomId}, 1)
      on conflict (room) do update set version = versions.version + 1 returning version`.execute(tx.query());
    await hurdles.get(roomId)?.();
    const { version } = rows[0]!;
    for (const kind of changes) tx.emit({ topic: roomId, kind, payload: new Uint8Array() });
    return changes.map(() => ({ value: version }));
  }
  return batchedWrite<string, number>({ db, applyAll });
}

/** Starts as many commits as may run at a time, and keeps them running. @returns the function that lets them finish */
async function keepBusy(change: (roomId: string, kind: string) => Promise<number>, name = 'busy') {
  let release = (): void => undefined;
  const end = new Promise<void>((resolve) => (release = resolve));
  const rooms = [1, 2, 3].map((n) => `${name}_${n}`);
  const begun = rooms.map(
    (room) =>
      new Promise<void>((resolve) => {
        hurdles.set(room, () => {
          resolve();
          return end;
        });
      }),
  );
  const busy = rooms.map((room) => change(room, 'busy'));
  await Promise.all(begun);
  transactions = transactions.filter(([first]) => !first?.startsWith(name));
  return async () => {
    release();
    await Promise.all(busy);
  };
}

const named = (count: number) => Array.from({ length: count }, (_, n) => `room_${String(n).padStart(2, '0')}`);
/** Resolves in the next turn of the event loop, when every change in progress is queued. */
const afterInput = () => new Promise((resolve) => setImmediate(resolve));
const outcomeOf = (answer: Promise<number>) =>
  answer.catch((error: { reason?: string; message: string }) => error.reason ?? error.message);

async function changeAll(change: (roomId: string, kind: string) => Promise<number>, rooms: readonly string[]) {
  const letGo = await keepBusy(change);
  const answers = rooms.map((room) => outcomeOf(change(room, 'raised')));
  await afterInput();
  await letGo();
  return Promise.all(answers);
}

test('[ST54] rooms that come while others are committed share a commit, each with its answer and its events', async () => {
  const [db] = replicas;
  const told: string[] = [];
  const stop = db.onCommitted((events) => {
    for (const { topic, sequence } of events) if (topic.startsWith('room')) told.push(`${topic} ${sequence}`);
  });
  const change = makeRooms(db);
  expect(await changeAll(change, named(10).reverse())).toEqual(Array(10).fill(1));
  expect(transactions).toEqual([named(10)]);
  expect(told.sort()).toEqual(named(10).map((room) => `${room} 1`));
  expect(await change('room_00', 'raised')).toBe(2);
  expect(transactions).toEqual([named(10), ['room_00']]);
  stop();
});

test('[ST54] no more than 24 rooms wait for each other', async () => {
  await changeAll(makeRooms(replicas[0]), named(30));
  expect(transactions.map((rooms) => rooms.length).sort()).toEqual([24, 6]);
});

test('[ST54] two replicas that change the same rooms do not stop each other', async () => {
  const rooms = named(20);
  const changes = replicas.map(makeRooms);
  const going = await Promise.all(changes.map((change, n) => keepBusy(change, `replica_${n}`)));
  const answers = changes.flatMap((change, n) =>
    (n === 0 ? rooms : [...rooms].reverse()).map((room) => change(room, '')),
  );
  await afterInput();
  await Promise.all(going.map((letGo) => letGo()));
  expect((await Promise.all(answers)).sort()).toEqual([...Array(20).fill(1), ...Array(20).fill(2)]);
  expect(transactions).toEqual([rooms, rooms]);
});

test('[ST55] a room that fails does so alone, and holds up no others again until it succeeds', async () => {
  const change = makeRooms(replicas[0]);
  hurdles.set('room_02', () => Promise.reject(storeErrors.busy()));
  const answers = [1, 1, 'store.busy', 1];
  expect(await changeAll(change, named(4))).toEqual(answers);
  const [shared, ...alone] = transactions;
  expect(shared).toEqual(named(4));
  expect(alone.sort()).toEqual(named(4).map((room) => [room]));

  transactions = [];
  expect(await changeAll(change, named(4))).toEqual([2, 2, 'store.busy', 2]);
  expect(transactions.sort()).toEqual([['room_00', 'room_01', 'room_03'], ['room_02']]);

  hurdles.delete('room_02');
  expect(await changeAll(change, ['room_02'])).toEqual([1]);
  transactions = [];
  expect(await changeAll(change, named(4))).toEqual([3, 3, 2, 3]);
  expect(transactions).toEqual([named(4)]);
});

test('[ST55] what may have been committed is not tried again', async () => {
  hurdles.set('room_01', () => Promise.reject(storeErrors.unavailable()));
  expect(await changeAll(makeRooms(replicas[0]), named(3))).toEqual(Array(3).fill('store.unavailable'));
  expect(transactions).toEqual([named(3)]);
});

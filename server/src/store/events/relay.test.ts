import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../../../testkit/src/postgres.ts';
import { systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import type { Database } from '../database.ts';
import type { DatabaseAddress } from '../database-address.ts';
import { migrate } from '../migrations.ts';
import { openDatabase } from '../open-database.ts';
import type { NewEvent, StoredEvent } from './event.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { makeRelay, type Relay } from './relay.ts';

interface Replica {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly relay: Relay;
  stop(): Promise<void>;
}

const log = makeLog('silent');
const soon = { timeout: 30_000, interval: 5 };
let address: DatabaseAddress;
let replicas: [Replica, Replica];
let topic = '';
let tests = 0;

async function startReplica(): Promise<Replica> {
  const database = openDatabase({ connection: address, poolSize: 10, log, clock: systemClock });
  const outbox = openOutbox(database);
  const relay = makeRelay({ database, outbox, connection: address, log, clock: systemClock });
  relay.onNotify('settings', (payload) => settingsHeard.push(payload));
  relay.onReconnect(() => reconnects++);
  await relay.start?.();
  return {
    database,
    outbox,
    relay,
    stop: async () => {
      await relay.stop?.(AbortSignal.timeout(5_000));
      await database.close();
    },
  };
}

const settingsHeard: string[] = [];
let reconnects = 0;

beforeAll(async () => {
  address = await freshDatabase();
  await migrate(address, []);
  replicas = [await startReplica(), await startReplica()];
});
afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));

function event(text: string, of = topic): NewEvent {
  return { topic: of, kind: 'said', payload: Buffer.from(text) };
}

const say = (replica: Replica, ...texts: string[]) =>
  replica.database.write(async (tx) => {
    for (const text of texts) tx.emit(event(text));
  });

function record(replica: Replica, after: number | 'now' = 0) {
  const heard: StoredEvent[] = [];
  const lost: number[] = [];
  const options = { onLost: (sequence: number) => void lost.push(sequence) };
  const subscription = replica.relay.subscribe(topic, after, (events) => void heard.push(...events), options);
  return { heard, lost, subscription, sequences: () => heard.map((each) => each.sequence) };
}

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, place) => place + from);

function topicTest(name: string, body: () => Promise<void>) {
  test(name, async () => {
    topic = `test:${++tests}`;
    await body();
  });
}
afterEach(() => {
  settingsHeard.length = 0;
});

topicTest(
  '[ST20] [ST22] two replicas with 20 writers: a subscriber on each hears all, in order, without gaps',
  async () => {
    const listeners = replicas.map((replica) => record(replica));
    const writer = async (place: number) => {
      for (let turn = 0; turn < 10; turn++)
        await say(replicas[place % 2 === 0 ? 0 : 1], `${place}.${turn}.a`, `${place}.${turn}.b`);
    };
    await Promise.all(upTo(20, 0).map(writer));
    for (const { heard, sequences } of listeners) {
      await vi.waitFor(() => expect(heard).toHaveLength(400), soon);
      expect(sequences()).toEqual(upTo(400));
    }
    const texts = listeners.map(({ heard }) => heard.map((each) => Buffer.from(each.payload).toString()));
    expect(texts[0]).toEqual(texts[1]);
    for (const place of upTo(20, 0)) {
      const own = upTo(10, 0).flatMap((turn) => [`${place}.${turn}.a`, `${place}.${turn}.b`]);
      expect(texts[0]?.filter((text) => text.startsWith(`${place}.`))).toEqual(own);
    }
    for (const { subscription } of listeners) subscription.close();
  },
);

topicTest('[ST20] writes to several topics in any order do not deadlock', async () => {
  const topics = ['x', 'y', 'z'].map((name) => `${topic}.${name}`);
  const write = (place: number) =>
    replicas[place % 2 === 0 ? 0 : 1].database.write(async (tx) => {
      for (const each of place % 3 === 0 ? topics : [...topics].reverse()) tx.emit(event(String(place), each));
    });
  await Promise.all(upTo(30).map(write));
  expect([...(await replicas[0].outbox.latest(topics)).values()]).toEqual([30, 30, 30]);
});

topicTest('[ST10] [ST21] a write that fails leaves no event and uses up no sequence', async () => {
  const failed = replicas[0].database.write(async (tx) => {
    tx.emit(event('never'));
    await sql`select 1 / 0`.execute(tx.query());
  });
  await expect(failed).rejects.toThrow('division by zero');
  await say(replicas[0], 'first');
  expect((await replicas[0].outbox.since(topic, 0, 10)).map((each) => each.sequence)).toEqual([1]);
});

topicTest('[ST23] events of this process arrive before its write resolves, without a read', async () => {
  const { heard, subscription } = record(replicas[0], 'now');
  expect(await subscription.ready).toBe(0);
  const reads = vi.spyOn(replicas[0].outbox, 'since');
  await say(replicas[0], 'hello');
  expect(heard).toMatchObject([{ sequence: 1, kind: 'said', topic }]);
  expect(heard[0]?.createdAt).toBeInstanceOf(Date);
  await say(replicas[0], 'again');
  expect(heard).toHaveLength(2);
  expect(reads).not.toHaveBeenCalled();
  reads.mockRestore();
  subscription.close();
});

topicTest('[ST22] a subscription begins after the sequence that it names, or now', async () => {
  await say(replicas[0], 'one', 'two', 'three');
  const late = record(replicas[1], 2);
  const now = record(replicas[1], 'now');
  expect(await now.subscription.ready).toBe(3);
  await say(replicas[0], 'four');
  await vi.waitFor(() => expect([late.sequences(), now.sequences()]).toEqual([[3, 4], [4]]), soon);
  late.subscription.close();
  await say(replicas[0], 'five');
  await vi.waitFor(() => expect(now.sequences()).toEqual([4, 5]), soon);
  expect(late.sequences()).toEqual([3, 4]);
  now.subscription.close();
});

topicTest(
  '[ST24] after the listening connection was cut, everything missed arrives and listeners are told',
  async () => {
    const { sequences, subscription } = record(replicas[1], 'now');
    await subscription.ready;
    const before = reconnects;
    const client = new pg.Client(address);
    await client.connect();
    const cut = await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'matinee listener' and datname = current_database()`,
    );
    expect(cut.rowCount).toBe(2);
    await say(replicas[0], 'missed', 'too');
    await vi.waitFor(() => expect(sequences()).toEqual([1, 2]), soon);
    await vi.waitFor(() => expect(reconnects).toBe(before + 2), soon);
    await say(replicas[0], 'heard');
    await vi.waitFor(() => expect(sequences()).toEqual([1, 2, 3]), soon);
    await client.query(`select pg_notify('settings', 'changed')`);
    await vi.waitFor(() => expect(settingsHeard).toEqual(['changed', 'changed']), soon);
    await client.end();
    subscription.close();
  },
);

topicTest('[ST25] events that were pruned before delivery are reported, and delivery goes on', async () => {
  await say(replicas[0], 'old', 'older');
  expect(await replicas[0].outbox.range(topic)).toEqual({ latest: 2, oldest: 1 });
  expect(await replicas[0].outbox.prune(new Date('2999-01-01'), topic)).toBe(2);
  expect(await replicas[0].outbox.range(topic)).toEqual({ latest: 2, oldest: 3 });
  const { sequences, lost, subscription } = record(replicas[1], 0);
  await say(replicas[0], 'new');
  await vi.waitFor(() => expect(sequences()).toEqual([3]), soon);
  expect(lost).toEqual([2]);
  subscription.close();
});

topicTest('[ST25] an event that is committed while pruned ones are looked for is delivered', async () => {
  await say(replicas[0], 'old', 'older');
  await replicas[0].outbox.prune(new Date('2999-01-01'), topic);
  const { since } = replicas[1].outbox;
  const read = vi.spyOn(replicas[1].outbox, 'since').mockImplementationOnce(async (...asked) => {
    const found = await since(...asked);
    await say(replicas[1], 'new');
    return found;
  });
  const { sequences, lost, subscription } = record(replicas[1], 0);
  await vi.waitFor(() => expect(sequences()).toEqual([3]), soon);
  expect(lost).toEqual([2]);
  read.mockRestore();
  subscription.close();
});

topicTest('[ST26] a handler that throws disturbs neither the writer nor another handler', async () => {
  const bad = replicas[0].relay.subscribe(topic, 0, () => {
    throw new Error('bad handler');
  });
  const { sequences, subscription } = record(replicas[0]);
  await say(replicas[0], 'one');
  await say(replicas[0], 'two');
  await vi.waitFor(() => expect(sequences()).toEqual([1, 2]), soon);
  bad.close();
  subscription.close();
});

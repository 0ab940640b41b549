import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { until } from '@matinee/testkit/until.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../kernel/log.ts';
import type { StoredEvent } from './event.ts';
import type { Outbox } from './outbox.ts';
import { Delivery } from './subscription.ts';

const topic = 'room_1';
const log = makeLog('silent');

const event = (sequence: number): StoredEvent => ({
  topic,
  sequence,
  kind: 'chat',
  payload: Buffer.from(`event ${sequence}`),
  createdAt: new Date(0),
});
const events = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => event(from + n));

/** An outbox with the events `from` to `to`, and a delivery that begins after `after`. */
function makeTest(after: number | 'now', { from = 1, to = 0 } = {}) {
  const clock = new FakeClock();
  const stored = { from, to, isAway: false, reads: [] as number[], tries: 0 };
  const ask = <R>(answer: () => R): Promise<R> => {
    stored.tries += 1;
    return stored.isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve(answer());
  };
  const outbox: Pick<Outbox, 'since' | 'latest'> = {
    since: (_, sequence, limit) =>
      ask(() => {
        stored.reads.push(sequence);
        const first = Math.max(sequence + 1, stored.from);
        return events(first, Math.min(stored.to, first + limit - 1));
      }),
    latest: (topics) => ask(() => new Map(stored.to === 0 ? [] : topics.map((name) => [name, stored.to]))),
  };
  const calls: number[][] = [];
  const lost: number[] = [];
  const closed: Delivery[] = [];
  const state: { failure?: Error } = {};
  const delivery = new Delivery(
    topic,
    after,
    (given) => {
      calls.push(given.map(({ sequence }) => sequence));
      if (state.failure) throw state.failure;
    },
    { onLost: (sequence) => lost.push(sequence) },
    { outbox: outbox as Outbox, log, clock, onClose: (one) => closed.push(one) },
  );
  return { clock, stored, delivery, calls, lost, closed, state };
}

test('[ST22] what a subscription missed comes first, in order, then each event once', async () => {
  const { delivery, stored, calls } = makeTest(2, { to: 5 });
  expect(await delivery.ready).toBe(2);
  await until('all events are delivered', () => delivery.last() === 5);
  stored.to = 7;
  delivery.offer(events(6, 7));
  delivery.offer(events(6, 7));
  delivery.learn(7);
  delivery.learn(3);
  await until('all events are delivered', () => delivery.last() === 7);
  expect(calls).toEqual([
    [3, 4, 5],
    [6, 7],
  ]);
});

test('[ST22] who subscribes from now on gets nothing older, and learns from where', async () => {
  const { delivery, stored, calls } = makeTest('now', { to: 9 });
  expect(delivery.last()).toBeUndefined();
  expect(await delivery.ready).toBe(9);
  expect(delivery.last()).toBe(9);
  stored.to = 10;
  delivery.offer([event(10)]);
  expect(calls).toEqual([[10]]);
});

test('[ST22] a topic without events begins at 0', async () => {
  const { delivery, stored, calls } = makeTest('now');
  expect(await delivery.ready).toBe(0);
  stored.to = 1;
  delivery.offer([event(1)]);
  expect(calls).toEqual([[1]]);
});

test('[ST23] the next events of this process are delivered at once, without a read', async () => {
  const { delivery, stored, calls } = makeTest(0);
  await delivery.ready;
  delivery.offer(events(1, 2));
  expect(calls).toEqual([[1, 2]]);
  delivery.offer([event(3)]);
  expect(calls).toEqual([[1, 2], [3]]);
  expect(stored.reads).toEqual([]);
});

test('[ST22] an event that comes before those of another replica waits for them', async () => {
  const { delivery, stored, calls } = makeTest(1, { to: 1 });
  await delivery.ready;
  stored.to = 4;
  delivery.offer([event(4)]);
  expect(calls).toEqual([]);
  await until('all events are delivered', () => delivery.last() === 4);
  expect(calls).toEqual([[2, 3, 4]]);
  expect(stored.reads).toEqual([1]);
});

test('[ST22] what comes during a read is not delivered before what is read', async () => {
  const { delivery, stored, calls } = makeTest(0);
  await delivery.ready;
  stored.to = 1;
  delivery.learn(1);
  stored.to = 2;
  delivery.offer(events(1, 1));
  delivery.offer([event(2)]);
  await until('all events are delivered', () => delivery.last() === 2);
  expect(calls.flat()).toEqual([1, 2]);
});

test('[ST22] a long past is read in pages of 500', async () => {
  const { delivery, stored, calls } = makeTest(0, { to: 1_200 });
  await until('all events are delivered', () => delivery.last() === 1_200);
  expect(calls.map((call) => call.length)).toEqual([500, 500, 200]);
  expect(stored.reads).toEqual([0, 500, 1000]);
});

test('[ST25] events that were pruned are reported once, and those that are left are delivered', async () => {
  const { delivery, calls, lost } = makeTest(2, { from: 6, to: 8 });
  await until('all events are delivered', () => delivery.last() === 8);
  expect(lost).toEqual([5]);
  expect(calls).toEqual([[6, 7, 8]]);
});

test('[ST25] where nothing is left it goes on after the last one that there was', async () => {
  const { delivery, stored, calls, lost } = makeTest(2, { from: 9, to: 8 });
  await until('all events are delivered', () => delivery.last() === 8);
  expect(lost).toEqual([8]);
  expect(calls).toEqual([]);
  stored.to = 9;
  delivery.offer([event(9)]);
  expect(calls).toEqual([[9]]);
});

test('[ST26] a handler that throws gets the next events all the same', async () => {
  const { delivery, calls, state } = makeTest(0);
  await delivery.ready;
  state.failure = new Error('broken');
  delivery.offer([event(1)]);
  delivery.offer([event(2)]);
  expect(calls).toEqual([[1], [2]]);
});

test('[ST24] while the database is away it asks again, less and less often, and loses nothing', async () => {
  const { clock, delivery, stored, calls } = makeTest(0, { to: 2 });
  await until('all events are delivered', () => delivery.last() === 2);
  stored.isAway = true;
  stored.to = 3;
  delivery.learn(3);
  const waits: number[] = [];
  for (let tries = stored.tries; waits.length < 10; tries = stored.tries) {
    await until('it waits to ask again', () => clock.pending === 1);
    let waitedMs = 0;
    while (stored.tries === tries) {
      clock.advance(50);
      await Promise.resolve();
      waitedMs += 50;
    }
    waits.push(waitedMs);
  }
  expect(waits.slice(0, 8)).toEqual([50, 100, 200, 400, 800, 1600, 3200, 5000]);
  expect(waits.slice(8)).toEqual([5000, 5000]);
  stored.isAway = false;
  await until('it waits to ask again', () => clock.pending === 1);
  clock.advance(5_000);
  await until('all events are delivered', () => delivery.last() === 3);
  expect(calls).toEqual([[1, 2], [3]]);
});

test('[ST22] a subscription that was closed gets nothing more, whatever is under way', async () => {
  const { delivery, stored, calls, closed } = makeTest(0);
  await delivery.ready;
  stored.to = 2;
  delivery.learn(2);
  delivery.close();
  delivery.offer([event(1)]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual([]);
  expect(closed).toEqual([delivery]);
});

test('[ST22] a subscription that is closed before it could ask is ready, and waits for nothing', async () => {
  const clock = new FakeClock();
  const outbox = { latest: () => Promise.reject(new Error('away')) } as unknown as Outbox;
  const delivery = new Delivery(topic, 'now', () => undefined, {}, { outbox, log, clock, onClose: () => undefined });
  await until('it waits to ask again', () => clock.pending === 1);
  delivery.close();
  expect(await delivery.ready).toBe(0);
  expect(clock.pending).toBe(0);
});

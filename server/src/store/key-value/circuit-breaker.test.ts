import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../kernel/log.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { memoryKeyValue } from './memory-key-value.ts';
import { orLocal } from './or-local.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const away = { reason: 'store.key_value_unavailable', details: { retryAfterSeconds: expect.any(Number) } };

/** A breaker in front of a store that answers, fails or is silent as the test sets it. */
async function makeTest() {
  const clock = new FakeClock();
  const lines: string[] = [];
  const log = makeLog('info', { destination: { write: (line: string) => lines.push(JSON.parse(line).msg) } as never });
  let mode: 'answers' | 'late' | 'silent' | 'fails' = 'answers';
  const counts = { sent: 0, connects: 0, disconnects: 0 };
  const ask = (): Promise<void> => {
    if (mode === 'silent') return new Promise(() => undefined);
    if (mode === 'late') return new Promise((resolve) => clock.after(400, resolve));
    return mode === 'fails' ? Promise.reject(new Error('ECONNREFUSED')) : Promise.resolve();
  };
  const target = {
    connect: () => {
      counts.connects += 1;
      return mode === 'late' ? Promise.resolve() : ask();
    },
    disconnect: () => {
      counts.disconnects += 1;
    },
    check: ask,
    isAnswer: (cause: unknown) => (cause as Error).message === 'WRONGTYPE',
    isRefusal: () => false,
  };
  const breaker = new CircuitBreaker(target, clock, log);
  await breaker.start();
  const send = () =>
    breaker.run(() => {
      counts.sent += 1;
      return ask();
    });
  /** Advances the clock in steps, so that pending promises settle in between. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      clock.advance(50);
      await turn();
      await turn();
    }
  };
  const turnTo = (next: typeof mode) => {
    mode = next;
  };
  return { clock, lines, counts, breaker, send, pass, turnTo };
}

test('[ST49] three commands in a row without an answer open it, and those that wait fail with them', async () => {
  const { counts, breaker, send, pass, turnTo, lines } = await makeTest();
  turnTo('silent');
  const fails = (command: Promise<void>) => expect(command).rejects.toMatchObject(away);
  // Commands that one delay holds up count once.
  const atOnce = [send(), send(), send()].map(fails);
  await pass(250);
  await Promise.all(atOnce);
  expect(breaker.isClosed).toBe(true);
  const second = fails(send());
  await pass(250);
  await second;
  expect(breaker.isClosed).toBe(true);
  const third = fails(send());
  await pass(150);
  const late = fails(send());
  await pass(100);
  await Promise.all([third, late]);
  expect(breaker.isClosed).toBe(false);
  expect(counts).toMatchObject({ sent: 6, disconnects: 1 });
  for (let n = 0; n < 10; n++) await expect(send()).rejects.toMatchObject(away);
  expect(counts.sent).toBe(6);
  expect(lines).toHaveLength(1);
});

test('[ST49] it probes with new connections about once a second, and closes when one works', async () => {
  const { counts, breaker, send, pass, turnTo, lines } = await makeTest();
  turnTo('fails');
  breaker.open(new Error('lost'));
  breaker.open(new Error('lost again'));
  await pass(10_000);
  expect(counts.connects - 1).toBeGreaterThanOrEqual(10);
  expect(counts.connects - 1).toBeLessThanOrEqual(14);
  expect(lines).toHaveLength(1);
  turnTo('answers');
  await pass(1_100);
  expect(breaker.isClosed).toBe(true);
  await expect(send()).resolves.toBeUndefined();
  expect(lines).toEqual([expect.stringContaining('cannot be reached'), expect.stringContaining('reached again')]);
});

test('[ST49] a store that can be reached and answers late stays given up until it answers in time', async () => {
  const { breaker, send, pass, turnTo, lines } = await makeTest();
  turnTo('late');
  breaker.open(new Error('slow'));
  await pass(10_000);
  expect(breaker.isClosed).toBe(false);
  await expect(send()).rejects.toMatchObject(away);
  expect(lines).toHaveLength(1);
  turnTo('answers');
  await pass(1_500);
  expect(breaker.isClosed).toBe(true);
});

test('[ST49] a quiet store that is gone is noticed without a command', async () => {
  const { breaker, pass, turnTo, counts } = await makeTest();
  turnTo('silent');
  await pass(5_000);
  expect(breaker.isClosed).toBe(false);
  expect(counts.sent).toBe(0);
});

test('[ST49] an answer that says no is an answer, and one that arrived while the process was busy counts', async () => {
  const { breaker, clock } = await makeTest();
  const wrong = () => breaker.run(() => Promise.reject(new Error('WRONGTYPE')));
  for (let n = 0; n < 5; n++) await expect(wrong()).rejects.toThrow('WRONGTYPE');
  let answer = (_: string) => {};
  const answered = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const asked = breaker.run(() => answered);
  clock.advance(1_000);
  answer('late');
  await expect(asked).resolves.toBe('late');
  expect(breaker.isClosed).toBe(true);
});

test('[ST49] after stop nothing is sent and nothing is probed', async () => {
  const { breaker, pass, send, counts, clock } = await makeTest();
  breaker.open(new Error('lost'));
  breaker.stop();
  await pass(5_000);
  expect(counts.connects).toBe(1);
  expect(clock.pending).toBe(0);
  await expect(send()).rejects.toMatchObject(away);
});

test('[ST50] counters go on in the memory of the process while the store is away', async () => {
  const clock = new FakeClock();
  const log = makeLog('silent');
  const [shared, local] = [memoryKeyValue({ clock, log }), memoryKeyValue({ clock, log })];
  let isAway = false;
  const breaker = new CircuitBreaker(
    {
      connect: async () => undefined,
      disconnect: () => undefined,
      check: async () => undefined,
      isAnswer: () => true,
      isRefusal: () => false,
    },
    clock,
    log,
  );
  const increment = (key: string, ttlMs: number) =>
    isAway ? breaker.run(async () => 0) : shared.increment(key, ttlMs);
  const keys = orLocal({ ...shared, increment }, local, () => breaker.isClosed);
  const count = () => keys.increment('n', 60_000);
  expect([await count(), await count()]).toEqual([1, 2]);
  isAway = true;
  expect([await count(), await count(), await count()]).toEqual([1, 2, 3]);
  isAway = false;
  expect(await count()).toBe(3);
});

test('[ST50] a late answer begins no count of its own, and three begin one', async () => {
  const { clock, breaker, pass, turnTo } = await makeTest();
  const log = makeLog('silent');
  const [shared, local] = [memoryKeyValue({ clock, log }), memoryKeyValue({ clock, log })];
  let late = 0;
  const increment = (key: string, ttlMs: number) =>
    breaker.run(() => (late-- > 0 ? new Promise<number>(() => undefined) : shared.increment(key, ttlMs)));
  const keys = orLocal({ ...shared, increment }, local, () => breaker.isClosed);
  const count = () => keys.increment('n', 60_000);
  expect(await count()).toBe(1);
  late = 2;
  const second = count();
  await pass(500);
  expect(await second).toBe(2);
  late = 3;
  turnTo('silent');
  const alone = count();
  await pass(750);
  expect(await alone).toBe(1);
  expect(breaker.isClosed).toBe(false);
});

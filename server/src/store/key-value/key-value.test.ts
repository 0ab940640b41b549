import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { hasProgram, programPath } from '@matinee/testkit/outside/programs.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { nextTurn, systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import type { Channel } from './channel.ts';
import type { KeyValue } from './key-value.ts';
import { memoryKeyValue } from './memory-key-value.ts';
import { redisKeyValue } from './redis-key-value.ts';
import { shareKeyValue } from './share-key-value.ts';
import { sharedKeyValue } from './shared-key-value.ts';

const log = makeLog('silent');
const soon = { timeout: 30_000, interval: 5 };
const long = 60_000;

/** Both ends of a bus: two replicas if the implementation supports it, else the same one twice. */
interface Stores {
  readonly one: KeyValue;
  readonly other: KeyValue;
}

const memory = { name: 'memory', open: openMemory, close: async () => undefined };
const redis = { name: 'redis', open: openRedis, close: stopRedis };

const shared = { name: 'shared', open: openShared, close: async () => undefined };

for (const { name, open, close } of [memory, redis, shared]) {
  describe.skipIf(name === 'redis' && !hasProgram('redis-server'))(`key-value contract on ${name}`, () => {
    let kv: KeyValue;
    let other: KeyValue;
    let keys = 0;
    const fresh = () => `key:${++keys}`;

    beforeAll(async () => {
      ({ one: kv, other } = await open());
    });
    afterAll(async () => {
      for (const store of new Set([kv, other])) await store.stop?.(AbortSignal.timeout(1_000));
      await close();
    });

    test('[ST40] a key lives for its time and then is absent', async () => {
      const key = fresh();
      await kv.set(key, 'värde', { ttlMs: long });
      expect(await kv.get(key)).toBe('värde');
      await kv.set(key, 'short', { ttlMs: 1_000 });
      expect(await kv.get(key)).toBe('short');
      await vi.waitFor(async () => expect(await kv.get(key)).toBeUndefined(), soon);
      expect(await kv.delete(key)).toBe(false);
      await kv.set(key, '', { ttlMs: long });
      expect(await kv.get(key)).toBe('');
      expect(await kv.delete(key)).toBe(true);
      expect(await kv.get(key)).toBeUndefined();
    });

    test('[ST41] ifAbsent puts only where no key lives', async () => {
      const key = fresh();
      const options = { ttlMs: 1_000, ifAbsent: true };
      expect(await kv.set(key, 'first', options)).toBe(true);
      expect(await kv.set(key, 'second', options)).toBe(false);
      await vi.waitFor(
        async () => expect(await kv.set(key, 'third', { ttlMs: long, ifAbsent: true })).toBe(true),
        soon,
      );
      expect(await kv.get(key)).toBe('third');
    });

    test('[ST42] of many who take a key, one gets it', async () => {
      const key = fresh();
      await kv.set(key, 'ticket', { ttlMs: long });
      const taken = await Promise.all(Array.from({ length: 10 }, (_, place) => (place % 2 ? kv : other).take(key)));
      expect(taken.filter((value) => value !== undefined)).toEqual(['ticket']);
    });

    test('[ST43] a counter lives from its first increment', async () => {
      const key = fresh();
      const sums = await Promise.all(Array.from({ length: 5 }, () => kv.increment(key, 150)));
      expect(sums.sort()).toEqual([1, 2, 3, 4, 5]);
      expect(await kv.increment(key, long, 10)).toBe(15);
      expect(await kv.get(key)).toBe('15');
      await vi.waitFor(async () => expect(await kv.get(key)).toBeUndefined(), soon);
      expect(await kv.increment(key, long, -2)).toBe(-2);
    });

    test('[ST44] compare-and-set puts only over the expected value, or absence', async () => {
      const key = fresh();
      expect(await kv.compareAndSet(key, 'a', 'b', long)).toBe(false);
      expect(await kv.compareAndSet(key, undefined, 'a', long)).toBe(true);
      expect(await kv.compareAndSet(key, undefined, 'b', long)).toBe(false);
      expect(await kv.compareAndSet(key, '', 'b', long)).toBe(false);
      expect(await kv.compareAndSet(key, 'a', 'b', 30)).toBe(true);
      await vi.waitFor(async () => expect(await kv.compareAndSet(key, undefined, 'c', long)).toBe(true), soon);
      expect(await kv.get(key)).toBe('c');
    });

    test('[ST45] fields of a hash share its life', async () => {
      const key = fresh();
      expect(await kv.hashAll(key)).toEqual(new Map());
      await kv.hashSet(key, 'ann', '1', 30);
      await kv.hashSet(key, '__proto__', '2', long);
      await kv.hashSet(key, 'ann', '3', long);
      expect(await kv.hashAll(key)).toEqual(
        new Map([
          ['ann', '3'],
          ['__proto__', '2'],
        ]),
      );
      expect(await kv.hashDelete(key, 'ann')).toBe(true);
      expect(await kv.hashDelete(key, 'ann')).toBe(false);
      expect(await kv.hashDelete(key, '__proto__')).toBe(true);
      expect(await kv.delete(key)).toBe(false);
      await kv.hashSet(key, 'bob', '1', 30);
      await vi.waitFor(async () => expect(await kv.hashAll(key)).toEqual(new Map()), soon);
    });

    test('[ST59] of many who put a new field over the most, none does, and a field that is there may change', async () => {
      const key = fresh();
      const most = { most: 3, ttlMs: long };
      const put = (field: number) => (field % 2 ? kv : other).hashSetWithin(key, `field ${field}`, '1', most);
      const answers = await Promise.all(Array.from({ length: 10 }, (_, field) => put(field)));
      expect(answers.filter(Boolean)).toHaveLength(3);
      const [field] = [...(await kv.hashAll(key)).keys()];
      expect(await kv.hashSetWithin(key, field!, '2', most)).toBe(true);
      expect((await kv.hashAll(key)).get(field!)).toBe('2');
      expect(await kv.hashDelete(key, field!)).toBe(true);
      expect(await kv.hashSetWithin(key, 'next', '1', { most: 3, ttlMs: 30 })).toBe(true);
      await vi.waitFor(async () => expect(await kv.hashAll(key)).toEqual(new Map()), soon);
    });

    test('[ST46] a message reaches every subscriber, as the same bytes, in order, and none after it ended', async () => {
      const channel = fresh();
      const heard: number[][] = [[], [], []];
      const ends = await Promise.all(
        [kv, kv, other].map((store, place) => store.subscribe(channel, (bytes) => void heard[place]?.push(...bytes))),
      );
      const payload = Uint8Array.from([0, 255, 128, 10, 13]);
      await kv.publish(channel, payload.subarray(0, 3));
      await kv.publish(channel, payload.subarray(3));
      await vi.waitFor(() => expect(heard).toEqual([[...payload], [...payload], [...payload]]), soon);
      ends[0]?.();
      await kv.publish(channel, Uint8Array.from([7]));
      await vi.waitFor(() => expect(heard.slice(1).map((bytes) => bytes.at(-1))).toEqual([7, 7]), soon);
      expect(heard[0]).toEqual([...payload]);
      ends[1]?.();
      ends[2]?.();
      await kv.ping();
    });
  });
}

test('[ST40] the memory store sweeps out what nobody asks for', async () => {
  let nowMs = 0;
  let sweep = () => {};
  const clock = {
    nowMs: () => nowMs,
    after: () => () => undefined,
    every: (_: number, work: () => void) => {
      sweep = work;
      return () => undefined;
    },
  };
  const kv = memoryKeyValue({ clock, log });
  await kv.start?.();
  await kv.set('short', 'x', { ttlMs: 10 });
  await kv.set('long', 'x', { ttlMs: 100 });
  nowMs = 50;
  sweep();
  nowMs = 5; // If the short-lived one were still stored, it would be valid again.
  expect([await kv.get('short'), await kv.get('long')]).toEqual([undefined, 'x']);
});

test.skipIf(!hasProgram('redis-server'))(
  '[ST47] a store that is away at the start is used as soon as it is there, and unavailable until then',
  async () => {
    const port = await freePort();
    const kv = redisKeyValue({ url: `redis://127.0.0.1:${port}`, clock: systemClock, log });
    await kv.start?.();
    const unavailable = { code: 'unavailable', reason: 'store.key_value_unavailable' };
    await expect(kv.get('any')).rejects.toMatchObject(unavailable);
    await expect(kv.subscribe('any', () => undefined)).rejects.toMatchObject(unavailable);
    expect(await kv.orLocal.increment('count', long)).toBe(1);
    await startServer(port);
    await vi.waitFor(() => kv.set('any', 'there', { ttlMs: long }), soon);
    expect(kv.isReachable()).toBe(true);
    await kv.stop?.(AbortSignal.timeout(1_000));
    await stopRedis();
  },
);

test.skipIf(!hasProgram('redis-server'))('[ST47] a Redis that does not know the password fails the start', async () => {
  const port = await freePort();
  await startServer(port, '--requirepass', 'right');
  const open = (password: string) =>
    redisKeyValue({ url: `redis://:${password}@127.0.0.1:${port}`, clock: systemClock, log });
  const right = open('right');
  await vi.waitFor(async () => {
    await right.start?.();
    await right.ping();
  }, soon);
  await right.stop?.(AbortSignal.timeout(1_000));
  await expect(open('wrong').start?.()).rejects.toThrow('WRONGPASS');
  await stopRedis();
});

async function openMemory(): Promise<Stores> {
  const kv = memoryKeyValue({ clock: systemClock, log });
  await kv.start?.();
  return { one: kv, other: kv };
}

/** Two ends of a message channel, which copies messages like the channel between two processes. */
function makeChannels(): { ends: readonly [Channel, Channel]; close: () => void } {
  const { port1, port2 } = new MessageChannel();
  const channelOf = (port: MessagePort): Channel => ({
    send: (message) => port.postMessage(message),
    listen: (handler) => {
      port.on('message', handler);
      return () => port.off('message', handler);
    },
  });
  return { ends: [channelOf(port1), channelOf(port2)], close: () => port1.close() };
}

async function openShared(): Promise<Stores> {
  const { one: holder } = await openMemory();
  const open = async () => {
    const { ends, close } = makeChannels();
    const end = shareKeyValue(holder, ends[0]);
    const store = sharedKeyValue({ channel: ends[1], log });
    await store.start?.();
    const stop = async (deadline: AbortSignal) => {
      await store.stop?.(deadline);
      end();
      close();
    };
    return { ...store, stop };
  };
  return { one: await open(), other: await open() };
}

test('[ST61] a process that is gone hears nothing any more, and its store says so to whoever waits', async () => {
  const { one: holder } = await openMemory();
  const { ends, close } = makeChannels();
  const end = shareKeyValue(holder, ends[0]);
  const sent = vi.spyOn(ends[0], 'send');
  const store = sharedKeyValue({ channel: ends[1], log });
  await store.start?.();
  await store.subscribe('news', () => undefined);
  await expect(store.hashSet('key', 'field', '1', long).then(() => store.get('key'))).rejects.toThrow('holds a hash');
  end();
  const waiting = store.get('key');
  await store.stop?.(AbortSignal.timeout(1_000));
  await expect(waiting).rejects.toThrow('was stopped');
  sent.mockClear();
  await holder.publish('news', Uint8Array.from([1]));
  await nextTurn();
  await nextTurn();
  expect(sent).not.toHaveBeenCalled();
  close();
});

test('[ST46] a subscription that fails does so for all who waited for it, and the next one hears', async () => {
  const { one: holder } = await openMemory();
  const { ends, close } = makeChannels();
  const subscribe = vi.fn(holder.subscribe).mockRejectedValueOnce(new Error('not now'));
  const end = shareKeyValue({ ...holder, subscribe }, ends[0]);
  const store = sharedKeyValue({ channel: ends[1], log });
  await store.start?.();
  const heard: string[] = [];
  const hear = (name: string) => store.subscribe('news', () => void heard.push(name));
  const failed = await Promise.allSettled([hear('first'), hear('second')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const leave = await hear('third');
  await store.publish('news', Uint8Array.from([1]));
  await vi.waitFor(() => expect(heard).toEqual(['third']), soon);
  leave();
  await store.stop?.(AbortSignal.timeout(1_000));
  end();
  close();
});

let server: ChildProcess | undefined;
let folder = '';

async function openRedis(): Promise<Stores> {
  const port = await freePort();
  await startServer(port);
  const open = async () => {
    const kv = redisKeyValue({ url: `redis://127.0.0.1:${port}`, clock: systemClock, log });
    await kv.start?.();
    await vi.waitFor(() => kv.ping(), soon);
    return kv;
  };
  return { one: await open(), other: await open() };
}

async function startServer(port: number, ...options: string[]): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'matinee-redis-'));
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  server = spawn(programPath('redis-server'), [...own, ...options], { stdio: 'ignore' });
  process.once('exit', () => server?.kill('SIGKILL'));
}

async function stopRedis(): Promise<undefined> {
  const ended = new Promise((resolve) => server?.once('exit', resolve));
  server?.kill('SIGKILL');
  await ended;
  await rm(folder, { recursive: true, force: true });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { Keys, KeyValue } from './key-value.ts';
import { memoryKeyValue } from './memory-key-value.ts';
import { orLocal } from './or-local.ts';
import { makeRedisBus, type RedisBus } from './redis-bus.ts';
import { makeRedisConnection, type RedisConnection, type Scripted } from './redis-connection.ts';

export interface RedisKeyValueOptions {
  /** `redis://` or `rediss://` URL, with user, password and database number as needed. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Prefix of every key and channel, so that several programs can share one Redis. */
  readonly prefix?: string;
}

/** Sends a command through the breaker. @throws AppError `store.key_value_unavailable`. */
type Run = <R>(send: (redis: Scripted) => Promise<R>) => Promise<R>;

/**
 * The key-value store for several replicas. Needs Redis 6.2 or later (GETDEL). A circuit breaker reconnects
 * automatically.
 */
export function redisKeyValue({ url, clock, log, prefix = 'matinee:' }: RedisKeyValueOptions): KeyValue {
  const bus = makeRedisBus(log);
  const { breaker, connection } = makeLink(url, prefix, bus, clock, log);
  const run: Run = (send) => breaker.run(() => send(connection().commands));
  const keys = redisKeys(run, prefix);
  const local = memoryKeyValue({ clock, log });

  return {
    name: 'key-value store in Redis',
    start: async () => {
      await breaker.start().catch((cause: Error) => {
        throw new Error(`the Redis of redis.url refuses this server: ${cause.message}`, { cause });
      });
      await local.start?.();
    },
    stop: async (deadline) => {
      breaker.stop();
      await local.stop?.(deadline);
    },
    ...keys,
    orLocal: orLocal(keys, local, () => breaker.isClosed),
    isReachable: () => breaker.isClosed,
    publish: async (channel, payload) => {
      const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
      await run((redis) => redis.publish(prefix + channel, bytes));
    },
    subscribe: async (channel, handler) => {
      let subscription: Promise<() => void> | undefined;
      try {
        return await breaker.run(() => {
          subscription = bus.subscribe(prefix + channel, handler);
          return subscription;
        });
      } catch (cause) {
        // A late confirmation must not leave behind a subscription that cannot be ended.
        subscription?.then(
          (end) => end(),
          () => undefined,
        );
        throw cause;
      }
    },
    ping: async () => {
      await run((redis) => redis.ping());
    },
  };
}

/** The breaker and its connection, which is replaced after each loss. */
function makeLink(url: string, prefix: string, bus: RedisBus, clock: Clock, log: Log) {
  let connection: RedisConnection;
  const onLost = (cause: unknown) => breaker.open(cause);
  const breaker = new CircuitBreaker(
    {
      connect: async () => {
        connection = makeRedisConnection(url, onLost);
        await connection.open();
        await bus.use(connection.subscriber);
      },
      disconnect: () => connection?.close(),
      // A Redis that can be read but not written is of no use.
      check: () => Promise.all([connection.commands.set(`${prefix}check`, '', 'PX', 1), connection.subscriber.ping()]),
      isAnswer,
      isRefusal: (cause) => /^(WRONGPASS|NOAUTH|NOPERM)/.test((cause as Error).message),
    },
    clock,
    log,
  );
  return { breaker, connection: () => connection };
}

function redisKeys(run: Run, prefix: string): Keys {
  return {
    get: async (key) => (await run((redis) => redis.get(prefix + key))) ?? undefined,
    set: async (key, value, { ttlMs, ifAbsent = false }) => {
      const life = wholeMs(ttlMs);
      const answer = await run((redis) =>
        ifAbsent ? redis.set(prefix + key, value, 'PX', life, 'NX') : redis.set(prefix + key, value, 'PX', life),
      );
      return answer === 'OK';
    },
    delete: async (key) => (await run((redis) => redis.del(prefix + key))) === 1,
    take: async (key) => (await run((redis) => redis.getdel(prefix + key))) ?? undefined,
    increment: async (key, ttlMs, by = 1) =>
      Number(await run((redis) => redis.increment(prefix + key, by, wholeMs(ttlMs)))),
    compareAndSet: async (key, expected, next, ttlMs) => {
      const isExpected = expected === undefined ? '0' : '1';
      const args = [isExpected, expected ?? '', next, wholeMs(ttlMs)];
      return (await run((redis) => redis.compareAndSet(prefix + key, ...args))) === 1;
    },
    hashSet: async (key, field, value, ttlMs) => {
      await run((redis) => redis.hashSet(prefix + key, field, value, wholeMs(ttlMs)));
    },
    hashSetWithin: async (key, field, value, { most, ttlMs }) =>
      (await run((redis) => redis.hashSetWithin(prefix + key, field, value, wholeMs(ttlMs), most))) === 1,
    hashDelete: async (key, field) => (await run((redis) => redis.hdel(prefix + key, field))) === 1,
    hashAll: async (key) => new Map(Object.entries(await run((redis) => redis.hgetall(prefix + key)))),
  };
}

/** Redis takes whole milliseconds, at least one. */
function wholeMs(ttlMs: number): number {
  return Math.max(1, Math.ceil(ttlMs));
}

/**
 * Replies that mean Redis cannot serve us now: it is loading, a standby or out of memory, or does not accept our login.
 */
const notServing = /^(LOADING|READONLY|OOM|MASTERDOWN|CLUSTERDOWN|NOAUTH|MISCONF|UNBLOCKED)/;

/** Any other error reply (a wrong type, a script that fails) is our bug: Redis works. */
function isAnswer(cause: unknown): boolean {
  return (cause as Error | undefined)?.name === 'ReplyError' && !notServing.test((cause as Error).message);
}

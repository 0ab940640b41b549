import { Redis, type RedisOptions } from 'ioredis';
import type { Log } from '../../kernel/log.ts';
import { storeErrors } from '../store.errors.ts';
import type { KeyValue } from './key-value.ts';
import { redisBus } from './redis-bus.ts';

export interface RedisKeyValueOptions {
  /** `redis://` or `rediss://` URL, with user, password and database number as needed. */
  readonly url: string;
  readonly log: Log;
  /** In front of every key and channel, so that several programs can share one Redis. */
  readonly prefix?: string;
}

/** A command that has no answer after this many milliseconds has failed; a ticket check must not hold up a request for longer. */
const commandTimeoutMs = 2_000;

const clientOptions = {
  lazyConnect: true,
  enableAutoPipelining: true,
  commandTimeout: commandTimeoutMs,
  connectTimeout: 5_000,
  maxRetriesPerRequest: 1,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
} satisfies RedisOptions;

const scripts = {
  increment: `local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
    if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
    return sum`,
  compareAndSet: `local value = redis.call('GET', KEYS[1])
    if ARGV[1] == '0' and value or ARGV[1] == '1' and value ~= ARGV[2] then return 0 end
    redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
    return 1`,
  hashSet: `redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
    redis.call('PEXPIRE', KEYS[1], ARGV[3])`,
};

type Script = (key: string, ...args: (string | number)[]) => Promise<unknown>;
type Scripted = Redis & Record<keyof typeof scripts, Script>;

/** The key-value store of several replicas. Needs Redis 6.2 or later (GETDEL). Reconnects by itself; calls fail meanwhile. */
export function redisKeyValue({ url, log, prefix = 'matinee:' }: RedisKeyValueOptions): KeyValue {
  const redis = new Redis(url, clientOptions) as Scripted;
  for (const [name, lua] of Object.entries(scripts)) redis.defineCommand(name, { numberOfKeys: 1, lua });
  redis.on('error', (err) => log.warn({ err }, 'Redis cannot be reached'));
  const bus = redisBus(redis.duplicate({ enableAutoPipelining: false }), log);

  return {
    name: 'key-value store in Redis',
    start: () => asked(Promise.all([redis.connect(), bus.start()]).then(() => undefined)),
    stop: async () => {
      redis.disconnect();
      bus.stop();
    },
    get: async (key) => (await asked(redis.get(prefix + key))) ?? undefined,
    set: async (key, value, { ttlMs, ifAbsent = false }) => {
      const life = wholeMs(ttlMs);
      const set = ifAbsent
        ? redis.set(prefix + key, value, 'PX', life, 'NX')
        : redis.set(prefix + key, value, 'PX', life);
      return (await asked(set)) === 'OK';
    },
    delete: async (key) => (await asked(redis.del(prefix + key))) === 1,
    take: async (key) => (await asked(redis.getdel(prefix + key))) ?? undefined,
    increment: async (key, ttlMs, by = 1) => Number(await asked(redis.increment(prefix + key, by, wholeMs(ttlMs)))),
    compareAndSet: async (key, expected, next, ttlMs) => {
      const isExpected = expected === undefined ? '0' : '1';
      return (await asked(redis.compareAndSet(prefix + key, isExpected, expected ?? '', next, wholeMs(ttlMs)))) === 1;
    },
    hashSet: async (key, field, value, ttlMs) => {
      await asked(redis.hashSet(prefix + key, field, value, wholeMs(ttlMs)));
    },
    hashDelete: async (key, field) => (await asked(redis.hdel(prefix + key, field))) === 1,
    hashAll: async (key) => new Map(Object.entries(await asked(redis.hgetall(prefix + key)))),
    publish: async (channel, payload) => {
      await asked(redis.publish(prefix + channel, Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)));
    },
    subscribe: (channel, handler) => asked(bus.subscribe(prefix + channel, handler)),
    ping: async () => {
      await asked(redis.ping());
    },
  };
}

/** Redis takes whole milliseconds, at least one. */
function wholeMs(ttlMs: number): number {
  return Math.max(1, Math.ceil(ttlMs));
}

/** An answer of Redis that is an error (a wrong type, a script that fails) is our fault and stays as it is; no answer is `unavailable`. */
async function asked<R>(answer: Promise<R>): Promise<R> {
  try {
    return await answer;
  } catch (cause) {
    const isReply =
      (cause as Error).name === 'ReplyError' &&
      !/^(LOADING|READONLY|OOM|MASTERDOWN|CLUSTERDOWN|NOAUTH)/.test((cause as Error).message);
    if (isReply) throw cause;
    throw Object.assign(storeErrors.key_value_unavailable(), { cause });
  }
}

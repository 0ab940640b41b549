import { Redis, type RedisOptions } from 'ioredis';

/**
 * Options of both connections. The two connect and end together, so ioredis must not reconnect, resend or queue
 * commands.
 */
const clientOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: () => null,
  // The breaker's test write shows more than INFO.
  enableReadyCheck: false,
  // Maximum wait, in milliseconds, for the other side to close a connection that this side has closed.
  disconnectTimeout: 100,
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
  hashSetWithin: `local isNew = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0
    if isNew and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
    redis.call('PEXPIRE', KEYS[1], ARGV[3])
    return 1`,
};

type Script = (key: string, ...args: (string | number)[]) => Promise<unknown>;

/** A client with our scripts as commands. */
export type Scripted = Redis & Record<keyof typeof scripts, Script>;

/** Two connections to one Redis: one sends commands, the other receives messages. When one is lost, both are closed. */
export interface RedisConnection {
  readonly commands: Scripted;
  readonly subscriber: Redis;
  /** @throws Error with the cause when either cannot connect. */
  open(): Promise<void>;
  /** `onLost` is not called afterwards. */
  close(): void;
}

/** Makes a connection for single use: after a loss, make a new one. */
export function makeRedisConnection(url: string, onLost: (cause: unknown) => void): RedisConnection {
  const commands = new Redis<'legacy'>(url, { ...clientOptions, enableAutoPipelining: true }) as Scripted;
  for (const [name, lua] of Object.entries(scripts)) commands.defineCommand(name, { numberOfKeys: 1, lua });
  const subscriber = new Redis<'legacy'>(url, clientOptions);
  let isWatched = false;
  let lastError: unknown;
  for (const client of [commands, subscriber]) {
    client.on('error', (err) => {
      lastError = err;
    });
    client.on('close', () => {
      if (isWatched) onLost(lastError ?? new Error('Redis closed the connection'));
      isWatched = false;
    });
  }
  return {
    commands,
    subscriber,
    open: async () => {
      try {
        await Promise.all([commands.connect(), subscriber.connect()]);
        isWatched = true;
      } catch (cause) {
        throw lastError ?? cause;
      }
    },
    close: () => {
      isWatched = false;
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}

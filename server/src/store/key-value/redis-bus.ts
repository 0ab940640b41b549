import type { Redis } from 'ioredis';
import type { Log } from '../../kernel/log.ts';

/** The subscriber's side of Redis publish and subscribe: a connection of its own, one SUBSCRIBE a channel however many handlers it has. */
export interface RedisBus {
  start(): Promise<void>;
  stop(): void;
  subscribe(channel: string, handler: (payload: Uint8Array) => void): Promise<() => void>;
}

interface Channel {
  readonly handlers: Set<(payload: Uint8Array) => void>;
  readonly subscribed: Promise<unknown>;
}

/** Takes over `redis`, which subscribes again by itself after a reconnect. */
export function redisBus(redis: Redis, log: Log): RedisBus {
  const channels = new Map<string, Channel>();
  redis.on('error', (err) => log.debug({ err }, 'the bus cannot reach Redis'));
  redis.on('messageBuffer', (name: Buffer, payload: Buffer) => {
    for (const handler of [...(channels.get(name.toString())?.handlers ?? [])]) {
      try {
        handler(payload);
      } catch (err) {
        log.error({ err }, 'a bus handler threw');
      }
    }
  });

  function leave(name: string, channel: Channel): void {
    if (channel.handlers.size > 0 || channels.get(name) !== channel) return;
    channels.delete(name);
    redis.unsubscribe(name).catch((err) => log.debug({ err }, 'unsubscribe failed'));
  }

  return {
    start: () => redis.connect(),
    stop: () => redis.disconnect(),
    subscribe: async (name, handler) => {
      const channel = channels.get(name) ?? { handlers: new Set(), subscribed: redis.subscribe(name) };
      channels.set(name, channel);
      const own = (payload: Uint8Array) => handler(payload);
      channel.handlers.add(own);
      const end = () => {
        channel.handlers.delete(own);
        leave(name, channel);
      };
      await channel.subscribed.catch((cause) => {
        end();
        throw cause;
      });
      return end;
    },
  };
}

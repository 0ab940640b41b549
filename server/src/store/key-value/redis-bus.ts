import type { Redis } from 'ioredis';
import type { Log } from '../../kernel/log.ts';

type Handler = (payload: Uint8Array) => void;

/**
 * The subscriptions of this process to channels of Redis: one SUBSCRIBE a channel, for any number of handlers. They
 * outlive connections.
 */
export interface RedisBus {
  /** Uses a new connection from now on, and subscribes to every channel there. */
  use(subscriber: Redis): Promise<void>;
  /** @throws Error when Redis refuses or cannot be asked; then there is no subscription. */
  subscribe(channel: string, handler: Handler): Promise<() => void>;
}

interface Channel {
  readonly handlers: Set<Handler>;
  subscribed: Promise<unknown>;
}

export function makeRedisBus(log: Log): RedisBus {
  const channels = new Map<string, Channel>();
  let current: Redis | undefined;

  function hear(name: Buffer, payload: Buffer): void {
    for (const handler of [...(channels.get(name.toString())?.handlers ?? [])]) {
      try {
        handler(payload);
      } catch (err) {
        log.error({ err }, 'a bus handler threw');
      }
    }
  }

  const ask = async (name: string) => {
    if (current === undefined) throw new Error('not connected');
    await current.subscribe(name);
  };

  function leave(name: string, channel: Channel): void {
    if (channel.handlers.size > 0 || channels.get(name) !== channel) return;
    channels.delete(name);
    // A lost connection has no subscriptions to end.
    current?.unsubscribe(name).catch((err) => log.debug({ err }, 'unsubscribe failed'));
  }

  return {
    use: async (subscriber) => {
      current = subscriber;
      subscriber.on('messageBuffer', (name: Buffer, payload: Buffer) => {
        if (subscriber === current) hear(name, payload);
      });
      for (const [name, channel] of channels) channel.subscribed = ask(name);
      await Promise.all([...channels.values()].map(({ subscribed }) => subscribed));
    },
    subscribe: async (name, handler) => {
      const channel = channels.get(name) ?? { handlers: new Set(), subscribed: ask(name) };
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

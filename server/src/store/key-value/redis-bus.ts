import type { Redis } from 'ioredis';
import type { Log } from '../../kernel/log.ts';
import { Subscriptions } from './subscriptions.ts';

/** This process's subscriptions to Redis channels. */
export interface RedisBus extends Pick<Subscriptions, 'subscribe'> {
  /** Switches to a new connection and subscribes to every channel on it. */
  use(subscriber: Redis): Promise<void>;
}

export function makeRedisBus(log: Log): RedisBus {
  let current: Redis | undefined;
  const subscriptions = new Subscriptions({
    begin: async (name) => {
      if (current === undefined) throw new Error('not connected');
      await current.subscribe(name);
    },
    // A lost connection has no subscriptions to end.
    end: async (name) => current?.unsubscribe(name),
    log,
  });
  return {
    use: async (subscriber) => {
      current = subscriber;
      subscriber.on('messageBuffer', (name: Buffer, payload: Buffer) => {
        if (subscriber === current) subscriptions.hear(name.toString(), payload);
      });
      await subscriptions.beginAgain();
    },
    subscribe: (name, handler) => subscriptions.subscribe(name, handler),
  };
}

import type { Redis } from 'ioredis';
import type { Log } from '../../kernel/log.ts';
import { Subscriptions } from './subscriptions.ts';

/** The subscriptions of this process to channels of Redis. */
export interface RedisBus extends Pick<Subscriptions, 'subscribe'> {
  /** Uses a new connection from now on, and subscribes to every channel there. */
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

import type { Log } from '../../kernel/log.ts';

type Handler = (payload: Uint8Array) => void;

/** Publish and subscribe within one process. */
export interface MemoryBus {
  publish(channel: string, payload: Uint8Array): void;
  /** Returns a function that ends the subscription. */
  subscribe(channel: string, handler: Handler): () => void;
  /** Ends all subscriptions. */
  clear(): void;
}

/** Messages arrive in a later microtask and as a copy of the bytes, as they would from Redis. */
export function memoryBus(log: Log): MemoryBus {
  const subscribers = new Map<string, Set<Handler>>();

  function send(channel: string, payload: Uint8Array): void {
    for (const handler of [...(subscribers.get(channel) ?? [])]) {
      try {
        handler(payload);
      } catch (err) {
        log.error({ err, channel }, 'a bus handler threw');
      }
    }
  }

  return {
    publish: (channel, payload) => {
      const copy = Uint8Array.from(payload);
      queueMicrotask(() => send(channel, copy));
    },
    subscribe: (channel, handler) => {
      const handlers = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, handlers);
      // A wrapper, so that one handler can subscribe twice.
      const own = (payload: Uint8Array) => handler(payload);
      handlers.add(own);
      return () => {
        handlers.delete(own);
        if (handlers.size === 0 && subscribers.get(channel) === handlers) subscribers.delete(channel);
      };
    },
    clear: () => subscribers.clear(),
  };
}

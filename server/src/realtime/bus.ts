import { type Clock, pause } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { KeyValue } from '../store/key-value.ts';

/** Messages between replicas. They may be lost, and a replica hears its own. */
export interface Bus {
  /** Fire and forget. */
  publish(channel: string, payload: string): void;
  /** Gives a function that ends the subscription. */
  subscribe(channel: string, handler: (payload: string) => void): () => void;
}

/** The bus of a single replica: nobody listens. */
export const silentBus: Bus = { publish: () => {}, subscribe: () => () => {} };

/** How long it waits before it tries to subscribe again, in milliseconds. */
const RETRY_MS = 1_000;

/** The bus over the key-value store's channels. What cannot be sent is logged and lost; a subscription is tried until it stands. */
export function busOver(keyValue: Pick<KeyValue, 'publish' | 'subscribe'>, clock: Clock, log: Log): Bus {
  async function subscribe(channel: string, handler: (payload: Uint8Array) => void, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      try {
        const stop = await keyValue.subscribe(channel, handler);
        if (ended.aborted) stop();
        else ended.addEventListener('abort', stop, { once: true });
        return;
      } catch (err) {
        log.warn({ err, channel }, 'the bus cannot be subscribed to; trying again');
        await pause(clock, RETRY_MS, ended);
      }
    }
  }

  return {
    publish: (channel, payload) => {
      keyValue
        .publish(channel, Buffer.from(payload))
        .catch((err: unknown) => log.warn({ err, channel }, 'a message to other replicas was lost'));
    },
    subscribe: (channel, handler) => {
      const ending = new AbortController();
      void subscribe(channel, (payload) => handler(Buffer.from(payload).toString()), ending.signal);
      return () => ending.abort();
    },
  };
}

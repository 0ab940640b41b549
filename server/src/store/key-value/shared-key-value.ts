import type { Log } from '../../kernel/log.ts';
import { type Channel, inLists } from './channel.ts';
import type { Keys, KeyValue } from './key-value.ts';
import { Subscriptions } from './subscriptions.ts';

/** A request of a process that shares the store: its id, its command, and the arguments. */
export type Question = readonly [id: number, command: string, values: readonly unknown[]];

/** A message of the process that has the store: the answer to a request, its failure, or a message on a channel. */
export type Reply =
  | readonly ['answer', id: number, value: unknown]
  | readonly ['failure', id: number, reason: string]
  | readonly ['heard', channel: string, payload: Uint8Array];

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (cause: Error) => void;
}

/**
 * The key-value store for processes of one machine: another process holds the data, and `channel` connects to it
 * (`shareKeyValue`). This process ends when that one ends. So the store is never unavailable, and commands have no time
 * limit. [ST61]
 */
export function sharedKeyValue({ channel, log }: { channel: Channel; log: Log }): KeyValue {
  const questions = inLists(channel);
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let unlisten: (() => void) | undefined;
  const stopped = () => new Error('the key-value store was stopped');

  function ask<R>(command: string, ...values: readonly unknown[]): Promise<R> {
    if (unlisten === undefined) return Promise.reject(stopped());
    return new Promise<R>((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve, reject });
      questions.send([id, command, values] satisfies Question);
    });
  }

  function take(reply: Reply): void {
    if (reply[0] === 'heard') return subscriptions.hear(reply[1], reply[2]);
    const asked = waiting.get(reply[1]);
    waiting.delete(reply[1]);
    if (reply[0] === 'answer') asked?.resolve(reply[2] as never);
    else asked?.reject(new Error(reply[2]));
  }

  const subscriptions = new Subscriptions({
    begin: (name) => ask('subscribe', name),
    end: (name) => ask('unsubscribe', name),
    log,
  });
  const keys = sharedKeys(ask);
  return {
    name: 'key-value store of the machine',
    start: async () => {
      unlisten = channel.listen((replies) => (replies as Reply[]).forEach(take));
    },
    stop: async () => {
      unlisten?.();
      unlisten = undefined;
      for (const { reject } of waiting.values()) reject(stopped());
      waiting.clear();
    },
    ...keys,
    orLocal: keys,
    isReachable: () => true,
    publish: (name, payload) => ask('publish', name, Uint8Array.from(payload)),
    subscribe: (name, handler) => subscriptions.subscribe(name, handler),
    ping: () => ask('ping'),
  };
}

function sharedKeys(ask: <R>(command: keyof Keys, ...values: readonly unknown[]) => Promise<R>): Keys {
  return {
    get: (key) => ask('get', key),
    set: (key, value, options) => ask('set', key, value, options),
    delete: (key) => ask('delete', key),
    take: (key) => ask('take', key),
    increment: (key, ttlMs, by = 1) => ask('increment', key, ttlMs, by),
    compareAndSet: (key, expected, next, ttlMs) => ask('compareAndSet', key, expected, next, ttlMs),
    hashSet: (key, field, value, ttlMs) => ask('hashSet', key, field, value, ttlMs),
    hashSetWithin: (key, field, value, options) => ask('hashSetWithin', key, field, value, options),
    hashDelete: (key, field) => ask('hashDelete', key, field),
    hashAll: (key) => ask('hashAll', key),
  };
}

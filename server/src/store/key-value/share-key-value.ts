import { type Channel, inLists } from './channel.ts';
import type { KeyValue } from './key-value.ts';
import type { Question, Reply } from './shared-key-value.ts';

type Answerers = Readonly<Record<string, (...values: never[]) => Promise<unknown>>>;

/**
 * Answers requests of the process at the other end of `channel` from `keyValue`, one after the other, so that each is
 * atomic. Returns a function that stops this and ends all subscriptions of that process. [ST61]
 */
export function shareKeyValue(keyValue: KeyValue, channel: Channel): () => void {
  const replies = inLists(channel);
  const reply = (item: Reply) => replies.send(item);
  const subscriptions = new Map<string, Promise<() => void>>();
  const answerers: Answerers = {
    ...{ get: keyValue.get, set: keyValue.set, delete: keyValue.delete, take: keyValue.take },
    ...{ increment: keyValue.increment, compareAndSet: keyValue.compareAndSet, ping: keyValue.ping },
    ...{ hashSet: keyValue.hashSet, hashSetWithin: keyValue.hashSetWithin, hashDelete: keyValue.hashDelete },
    ...{ hashAll: keyValue.hashAll, publish: keyValue.publish },
    subscribe: async (name: string) => {
      const subscription = keyValue.subscribe(name, (payload) => reply(['heard', name, payload]));
      subscriptions.set(name, subscription);
      await subscription;
    },
    unsubscribe: async (name: string) => {
      const subscription = subscriptions.get(name);
      subscriptions.delete(name);
      (await subscription)?.();
    },
  };

  function answer([id, command, values]: Question): void {
    const asked = Object.hasOwn(answerers, command)
      ? answerers[command]!(...(values as never[]))
      : Promise.reject(new Error(`the key-value store has no command ${command}`));
    asked.then(
      (value) => reply(['answer', id, value]),
      (cause: Error) => reply(['failure', id, cause.message]),
    );
  }

  const unlisten = channel.listen((questions) => (questions as Question[]).forEach(answer));
  return () => {
    unlisten();
    for (const subscription of subscriptions.values())
      subscription.then(
        (end) => end(),
        () => undefined,
      );
    subscriptions.clear();
  };
}

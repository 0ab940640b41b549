import type { ObserveResource, ResourceChanged, ServerMessage } from '@matinee/contract/gen/api.ts';
import { makeStore, type Store, type WritableStore } from '../store.ts';
import type { Outgoing } from './connection.ts';
import type { Resource } from './resource.ts';

/** The page's values of a room: a store for each resource. */
export interface RoomResources {
  /** The value of a resource; undefined: the server has not sent it yet. */
  store<T>(resource: Resource<T>): Store<T | undefined>;
  /** Stores a resource's value from another call, until the next change. */
  put<T>(resource: Resource<T>, value: T): void;
  /** Why the server refuses to send a resource, as a dotted reason. Undefined: it sends it, or has not answered yet. */
  refusal(resource: Resource<unknown>): Store<string | undefined>;
  /**
   * Observes a resource besides those of the whole room.
   * @returns a function that stops observing and discards the value.
   */
  observe(resource: Resource<unknown>): () => void;
  /**
   * Fetches more with `read`, such as the next page of a list, and adds it to the value. Does nothing before the server
   * has sent the resource. Calls for one resource at the same time share one `read`. @throws the error of `read`
   */
  extend<T>(resource: Resource<T>, read: (held: T) => Promise<(held: T) => T>): Promise<void>;
}

/** The resources as the connection uses them. */
export interface ResourceFeed extends RoomResources {
  /** Asks for all observed resources, with the page's versions. */
  onOpen(): void;
  /** Applies a message. Repeated messages may come in any order. Ignores messages of other kinds. */
  read(message: ServerMessage): void;
}

interface ResourceEntry {
  readonly resource: Resource<unknown>;
  isObserved: boolean;
  readonly store: WritableStore<unknown>;
  readonly refusal: WritableStore<string | undefined>;
  version?: number;
  sequence?: string;
  running?: Promise<void> | undefined;
}

/** Makes empty stores. `observed`: the resources to observe as long as the room is open, in the order of asking. */
export function makeRoomResources(
  observed: readonly Resource<unknown>[],
  send: (message: Outgoing) => boolean,
): ResourceFeed {
  const byId = new Map<string, ResourceEntry>();
  for (const resource of observed) find(resource).isObserved = true;

  function find(resource: Resource<unknown>): ResourceEntry {
    const held = byId.get(resource.id) ?? {
      resource,
      isObserved: false,
      store: makeStore<unknown>(undefined),
      refusal: makeStore<string | undefined>(undefined),
    };
    byId.set(resource.id, held);
    return held;
  }

  return {
    store: <T>(resource: Resource<T>) => find(resource).store as Store<T | undefined>,
    put: (resource, value) => find(resource).store.set(value),
    refusal: (resource) => find(resource).refusal,
    observe(resource) {
      const held = find(resource);
      held.isObserved = true;
      send({ observeResource: questionOf(held) });
      return () => {
        send({ unobserveResource: { observe_id: resource.id } });
        forget(held);
      };
    },
    extend: (resource, read) => extend(find(resource), read),
    onOpen() {
      for (const held of byId.values()) if (held.isObserved) send({ observeResource: questionOf(held) });
    },
    read({ resourceChanged: change, resourceObserved: answer, resourceObserveError: refused }) {
      const held = byId.get((change ?? answer ?? refused)?.observe_id ?? '');
      if (!held?.isObserved) return;
      if (change) apply(held, change);
      if (answer) {
        // Only the first cursor has no event before it. Events before a later cursor are still on their way: if the
        // connection is lost now, asking again from the cursor would miss them.
        if (held.sequence === undefined) raiseSequence(held, answer.cursor);
        held.refusal.set(undefined);
      }
      if (refused) held.refusal.set(refused.code);
    },
  };
}

/** Adds what `read` fetches to the value of an entry. Calls at the same time share one `read`. */
async function extend<T>(held: ResourceEntry, read: (held: T) => Promise<(held: T) => T>): Promise<void> {
  const { store } = held as unknown as { store: WritableStore<T | undefined> };
  const before = store.get();
  if (before === undefined) return;
  held.running ??= read(before)
    .then((extended) => {
      const now = store.get();
      if (now !== undefined) store.set(extended(now));
    })
    .finally(() => {
      held.running = undefined;
    });
  await held.running;
}

function forget(held: ResourceEntry): void {
  held.isObserved = false;
  delete held.version;
  delete held.sequence;
  held.store.set(undefined);
  held.refusal.set(undefined);
}

function questionOf({ resource, version, sequence }: ResourceEntry): Partial<ObserveResource> {
  return {
    observe_id: resource.id,
    delivery_mode: 'snapshot',
    ...resource.query,
    ...(resource.resume === 'version' && version !== undefined ? { version } : {}),
    ...(resource.resume === 'sequence' && sequence !== undefined ? { after_event_sequence: sequence } : {}),
  };
}

function apply(held: ResourceEntry, change: ResourceChanged): void {
  const { resource, store } = held;
  raiseSequence(held, change.sequence);
  if (resource.resume === 'version') {
    // A snapshot always counts: a server restored from a backup may have an older version.
    if (!change.snapshot && change.version < (held.version ?? 0)) return;
    held.version = change.version;
  }
  store.set(resource.merge(store.get(), change));
}

function raiseSequence(held: ResourceEntry, sequence: string): void {
  if (held.sequence === undefined || BigInt(sequence) > BigInt(held.sequence)) held.sequence = sequence;
}

import type { Part } from '../../kernel/lifecycle.ts';

/** Lifetime of a key, in milliseconds, and whether it may replace an existing key. */
export interface SetOptions {
  readonly ttlMs: number;
  readonly ifAbsent?: boolean;
}

/**
 * Commands that a replica may answer from local memory while the shared store is unavailable. `take` is not among them:
 * a single-use value must work only once across all replicas.
 */
export interface LocalKeys {
  get(key: string): Promise<string | undefined>;
  /** True if the key existed. */
  delete(key: string): Promise<boolean>;
  /**
   * Adds `by` (default 1) and returns the sum. The first addition starts the lifetime of `ttlMs`; later ones do not
   * extend it.
   */
  increment(key: string, ttlMs: number, by?: number): Promise<number>;
  /** Sets `next` if the current value is `expected` (undefined: the key does not exist), and restarts the lifetime. */
  compareAndSet(key: string, expected: string | undefined, next: string, ttlMs: number): Promise<boolean>;
  /** Sets one field of a hash and restarts the lifetime of the whole hash. */
  hashSet(key: string, field: string, value: string, ttlMs: number): Promise<void>;
  /** True if the field existed. A hash without fields is removed. */
  hashDelete(key: string, field: string): Promise<boolean>;
  /** All fields; empty if the hash does not exist. */
  hashAll(key: string): Promise<ReadonlyMap<string, string>>;
}

/** All commands on keys. Each is atomic. */
export interface Keys extends LocalKeys {
  /** False if `ifAbsent` was given and the key exists. */
  set(key: string, value: string, options: SetOptions): Promise<boolean>;
  /** Gets and deletes, so that only one of two callers gets it: for single-use values. */
  take(key: string): Promise<string | undefined>;
  /**
   * Sets one field of a hash and restarts the lifetime of the whole hash, unless a new field would exceed `most`
   * fields. True if it was set: of many concurrent callers, only one gets the last place.
   */
  hashSetWithin(key: string, field: string, value: string, options: { most: number; ttlMs: number }): Promise<boolean>;
}

/**
 * Shared state that may be lost: tickets, challenges, counters, presence. Every key expires, so the request rate bounds
 * the memory. Three implementations pass one contract test: memory, for one replica; the memory of another process, for
 * workers of one machine; and Redis. [ST40]–[ST46]
 *
 * Each use decides what happens while the store is unavailable. A command of the store itself fails at once: use it
 * where all replicas must agree. A command of `orLocal` is answered from this process's memory: use it for rate limits.
 * @throws AppError `store.key_value_unavailable` from every call except those of `orLocal` while the store is
 * unavailable.
 */
export interface KeyValue extends Part, Keys {
  readonly orLocal: LocalKeys;
  /** False while the store is unavailable. */
  isReachable(): boolean;
  /**
   * Sends to every subscriber of `channel` on every replica, including this one. Disconnected subscribers miss the
   * message.
   */
  publish(channel: string, payload: Uint8Array): Promise<void>;
  /**
   * Once it resolves, messages arrive; those of one replica in the order in which it sent them. Returns a function that
   * ends the subscription. A handler must not throw.
   */
  subscribe(channel: string, handler: (payload: Uint8Array) => void): Promise<() => void>;
  /** One round trip. */
  ping(): Promise<void>;
}

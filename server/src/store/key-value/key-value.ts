import type { Part } from '../../kernel/lifecycle.ts';

/** How long a key lives, in milliseconds, and whether it may replace a living one. */
export interface SetOptions {
  readonly ttlMs: number;
  readonly ifAbsent?: boolean;
}

/**
 * Commands that one replica may answer alone when the shared store is away. `take` is not among them: a value for one
 * use must serve once on all replicas together.
 */
export interface LocalKeys {
  get(key: string): Promise<string | undefined>;
  /** True when the key lived. */
  delete(key: string): Promise<boolean>;
  /** Adds `by` (1) and gives the sum. The first addition starts the life of `ttlMs`, later ones do not prolong it. */
  increment(key: string, ttlMs: number, by?: number): Promise<number>;
  /** Puts `next` if the value is `expected` (undefined: the key does not live), and starts a new life. */
  compareAndSet(key: string, expected: string | undefined, next: string, ttlMs: number): Promise<boolean>;
  /** Puts one field of a hash and starts a new life of the whole hash. */
  hashSet(key: string, field: string, value: string, ttlMs: number): Promise<void>;
  /** True when the field was there. A hash without fields is gone. */
  hashDelete(key: string, field: string): Promise<boolean>;
  /** All fields; empty when the hash does not live. */
  hashAll(key: string): Promise<ReadonlyMap<string, string>>;
}

/** All commands on keys. Each is atomic. */
export interface Keys extends LocalKeys {
  /** False when `ifAbsent` was asked and the key lives. */
  set(key: string, value: string, options: SetOptions): Promise<boolean>;
  /** Gets and deletes, so that only one of two callers gets it: for values that serve once. */
  take(key: string): Promise<string | undefined>;
  /**
   * Puts one field of a hash and starts a new life of the whole hash, unless that would be a new field over `most`.
   * True when it was put: only one of many callers gets the last place.
   */
  hashSetWithin(key: string, field: string, value: string, options: { most: number; ttlMs: number }): Promise<boolean>;
}

/**
 * Shared state that may be lost: tickets, challenges, counters, presence. Every key has an end, so the rate of requests
 * bounds the memory. Three implementations pass one contract test: memory, for one replica; the memory of another
 * process, for workers of one machine; and Redis. [ST40]–[ST46]
 *
 * Each use says what happens while the store cannot be reached. A command of the store itself fails at once: use it for
 * what must hold on all replicas or not at all. A command of `orLocal` is answered from the memory of this process: use
 * it for limits.
 * @throws AppError `store.key_value_unavailable` from every call but those of `orLocal` while the store cannot be
 * reached.
 */
export interface KeyValue extends Part, Keys {
  readonly orLocal: LocalKeys;
  /** False while the store cannot be reached. */
  isReachable(): boolean;
  /** Sends to every subscriber of `channel` on every replica, this one too. Disconnected ones miss it. */
  publish(channel: string, payload: Uint8Array): Promise<void>;
  /**
   * After it resolves, messages arrive, in the order in which one replica sent them. Gives a function that ends the
   * subscription. A handler must not throw.
   */
  subscribe(channel: string, handler: (payload: Uint8Array) => void): Promise<() => void>;
  /** One round trip. */
  ping(): Promise<void>;
}

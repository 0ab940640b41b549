import type { Part } from '../../kernel/lifecycle.ts';

/** How long a key lives, in milliseconds, and whether it may replace a living one. */
export interface SetOptions {
  readonly ttlMs: number;
  readonly ifAbsent?: boolean;
}

/**
 * Shared state that may be lost: tickets, challenges, counters, presence. Every key has an end, so memory is bounded by the
 * rate of requests. Each call is atomic. Two implementations pass one contract test: memory, for one replica, and Redis. [ST40]–[ST46]
 * @throws AppError `store.key_value_unavailable` from every call when the store cannot be reached.
 */
export interface KeyValue extends Part {
  get(key: string): Promise<string | undefined>;
  /** False when `ifAbsent` was asked and the key lives. */
  set(key: string, value: string, options: SetOptions): Promise<boolean>;
  /** True when the key lived. */
  delete(key: string): Promise<boolean>;
  /** Gets and deletes, so that of two callers only one gets it: for things that serve once. */
  take(key: string): Promise<string | undefined>;
  /** Adds `by` (1) and gives the sum. The first one starts the life of `ttlMs`, later ones do not prolong it. */
  increment(key: string, ttlMs: number, by?: number): Promise<number>;
  /** Puts `next` if the value is `expected` (undefined: the key does not live), and starts a new life. */
  compareAndSet(key: string, expected: string | undefined, next: string, ttlMs: number): Promise<boolean>;
  /** Puts one field of a hash and starts a new life of the whole hash. */
  hashSet(key: string, field: string, value: string, ttlMs: number): Promise<void>;
  /** True when the field was there. A hash without fields is gone. */
  hashDelete(key: string, field: string): Promise<boolean>;
  /** All fields; empty when the hash does not live. */
  hashAll(key: string): Promise<ReadonlyMap<string, string>>;
  /** Sends to every subscriber of `channel` on every replica, this one too. Those who are disconnected miss it. */
  publish(channel: string, payload: Uint8Array): Promise<void>;
  /** After it resolves, messages arrive, in the order in which one replica sent them. Gives a function that ends it. A handler must not throw. */
  subscribe(channel: string, handler: (payload: Uint8Array) => void): Promise<() => void>;
  /** One round trip. */
  ping(): Promise<void>;
}

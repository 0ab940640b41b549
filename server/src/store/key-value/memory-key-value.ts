import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Keys, KeyValue } from './key-value.ts';
import { memoryBus } from './memory-bus.ts';

interface Entry {
  readonly value: string | Map<string, string>;
  readonly expiresAtMs: number;
}

/** A read deletes an expired entry. Expired entries that are never read are deleted this often, in milliseconds. */
const sweepPeriodMs = 10_000;

/** Live entries, by key. An expired key is absent from the moment its lifetime ends. */
class Entries {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAtMs > this.#clock.nowMs()) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  text(key: string): string | undefined {
    const value = this.find(key)?.value;
    if (value instanceof Map) throw new Error(`${key} holds a hash`);
    return value;
  }

  fields(key: string): Map<string, string> | undefined {
    const value = this.find(key)?.value;
    if (typeof value === 'string') throw new Error(`${key} holds a text`);
    return value;
  }

  put(key: string, value: Entry['value'], ttlMs: number): void {
    this.#entries.set(key, { value, expiresAtMs: this.#clock.nowMs() + ttlMs });
  }

  /** Replaces a live value and keeps its expiry. */
  replace(key: string, value: Entry['value'], { expiresAtMs }: Entry): void {
    this.#entries.set(key, { value, expiresAtMs });
  }

  delete(key: string): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  sweep(): void {
    const nowMs = this.#clock.nowMs();
    for (const [key, entry] of this.#entries) if (entry.expiresAtMs <= nowMs) this.#entries.delete(key);
  }
}

/** The key-value store of a single replica. Its content is lost when the process ends. */
export function memoryKeyValue({ clock, log }: { clock: Clock; log: Log }): KeyValue {
  const entries = new Entries(clock);
  const bus = memoryBus(log);
  let unsweep: (() => void) | undefined;

  const keys = memoryKeys(entries);

  return {
    name: 'key-value store in memory',
    start: async () => {
      unsweep = clock.every(sweepPeriodMs, () => entries.sweep());
    },
    stop: async () => {
      unsweep?.();
      entries.clear();
      bus.clear();
    },
    ...keys,
    orLocal: keys,
    isReachable: () => true,
    publish: async (channel, payload) => bus.publish(channel, payload),
    subscribe: async (channel, handler) => bus.subscribe(channel, handler),
    ping: async () => undefined,
  };
}

function memoryKeys(entries: Entries): Keys {
  return {
    get: async (key) => entries.text(key),
    set: async (key, value, { ttlMs, ifAbsent = false }) => {
      if (ifAbsent && entries.find(key) !== undefined) return false;
      entries.put(key, value, ttlMs);
      return true;
    },
    delete: async (key) => entries.find(key) !== undefined && entries.delete(key),
    take: async (key) => {
      const value = entries.text(key);
      entries.delete(key);
      return value;
    },
    increment: async (key, ttlMs, by = 1) => {
      const sum = Number(entries.text(key) ?? 0) + by;
      const living = entries.find(key);
      if (living) entries.replace(key, String(sum), living);
      else entries.put(key, String(sum), ttlMs);
      return sum;
    },
    compareAndSet: async (key, expected, next, ttlMs) => {
      if (entries.text(key) !== expected) return false;
      entries.put(key, next, ttlMs);
      return true;
    },
    hashSet: async (key, field, value, ttlMs) =>
      entries.put(key, (entries.fields(key) ?? new Map()).set(field, value), ttlMs),
    hashSetWithin: async (key, field, value, { most, ttlMs }) => {
      const fields = entries.fields(key) ?? new Map<string, string>();
      if (!fields.has(field) && fields.size >= most) return false;
      entries.put(key, fields.set(field, value), ttlMs);
      return true;
    },
    hashDelete: async (key, field) => {
      const found = entries.fields(key);
      const wasThere = found?.delete(field) ?? false;
      if (found?.size === 0) entries.delete(key);
      return wasThere;
    },
    hashAll: async (key) => new Map(entries.fields(key)),
  };
}

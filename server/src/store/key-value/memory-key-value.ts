import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { KeyValue } from './key-value.ts';

interface Entry {
  readonly value: string | Map<string, string>;
  readonly expiresAtMs: number;
}

/** Dead entries are found when asked for; those nobody asks for are swept out this often, in milliseconds. */
const sweepPeriodMs = 10_000;

/** The key-value store of a single replica. What it holds ends with the process. */
export function memoryKeyValue({ clock, log }: { clock: Clock; log: Log }): KeyValue {
  const entries = new Map<string, Entry>();
  const subscribers = new Map<string, Set<(payload: Uint8Array) => void>>();
  let unsweep: (() => void) | undefined;

  function find(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (entry === undefined || entry.expiresAtMs > clock.nowMs()) return entry;
    entries.delete(key);
    return undefined;
  }

  function text(key: string): string | undefined {
    const value = find(key)?.value;
    if (value instanceof Map) throw new Error(`${key} holds a hash`);
    return value;
  }

  function fields(key: string): Map<string, string> | undefined {
    const value = find(key)?.value;
    if (typeof value === 'string') throw new Error(`${key} holds a text`);
    return value;
  }

  function put(key: string, value: Entry['value'], ttlMs: number): void {
    entries.set(key, { value, expiresAtMs: clock.nowMs() + ttlMs });
  }

  function sweep(): void {
    const nowMs = clock.nowMs();
    for (const [key, entry] of entries) if (entry.expiresAtMs <= nowMs) entries.delete(key);
  }

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
    name: 'key-value store in memory',
    start: async () => {
      unsweep = clock.every(sweepPeriodMs, sweep);
    },
    stop: async () => {
      unsweep?.();
      entries.clear();
      subscribers.clear();
    },
    get: async (key) => text(key),
    set: async (key, value, { ttlMs, ifAbsent = false }) => {
      if (ifAbsent && find(key) !== undefined) return false;
      put(key, value, ttlMs);
      return true;
    },
    delete: async (key) => find(key) !== undefined && entries.delete(key),
    take: async (key) => {
      const value = text(key);
      entries.delete(key);
      return value;
    },
    increment: async (key, ttlMs, by = 1) => {
      const sum = Number(text(key) ?? 0) + by;
      const expiresAtMs = find(key)?.expiresAtMs ?? clock.nowMs() + ttlMs;
      entries.set(key, { value: String(sum), expiresAtMs });
      return sum;
    },
    compareAndSet: async (key, expected, next, ttlMs) => {
      if (text(key) !== expected) return false;
      put(key, next, ttlMs);
      return true;
    },
    hashSet: async (key, field, value, ttlMs) => put(key, (fields(key) ?? new Map()).set(field, value), ttlMs),
    hashDelete: async (key, field) => {
      const found = fields(key);
      const wasThere = found?.delete(field) ?? false;
      if (found?.size === 0) entries.delete(key);
      return wasThere;
    },
    hashAll: async (key) => new Map(fields(key)),
    publish: async (channel, payload) => {
      const copy = Uint8Array.from(payload);
      queueMicrotask(() => send(channel, copy));
    },
    subscribe: async (channel, handler) => {
      const handlers = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, handlers);
      const own = (payload: Uint8Array) => handler(payload);
      handlers.add(own);
      return () => {
        handlers.delete(own);
        if (handlers.size === 0 && subscribers.get(channel) === handlers) subscribers.delete(channel);
      };
    },
    ping: async () => undefined,
  };
}

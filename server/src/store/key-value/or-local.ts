import { AppError } from '../../kernel/errors.ts';
import { failuresToOpen } from './circuit-breaker.ts';
import type { LocalKeys } from './key-value.ts';

/**
 * The `shared` keys; while they are unavailable, the `local` ones. Retries a late command as long as `isShared`: one
 * delay must not make every replica count on its own. A count whose answer came too late counts twice. [ST50]
 */
export function orLocal(shared: LocalKeys, local: LocalKeys, isShared: () => boolean): LocalKeys {
  const either = async <R>(ask: (keys: LocalKeys) => Promise<R>): Promise<R> => {
    for (let tries = 1; ; tries++) {
      try {
        return await ask(shared);
      } catch (cause) {
        if (!(cause instanceof AppError && cause.code === 'unavailable')) throw cause;
        if (tries === failuresToOpen || !isShared()) return ask(local);
      }
    }
  };
  return {
    get: (key) => either((keys) => keys.get(key)),
    delete: (key) => either((keys) => keys.delete(key)),
    increment: (key, ttlMs, by) => either((keys) => keys.increment(key, ttlMs, by)),
    compareAndSet: (key, expected, next, ttlMs) => either((keys) => keys.compareAndSet(key, expected, next, ttlMs)),
    hashSet: (key, field, value, ttlMs) => either((keys) => keys.hashSet(key, field, value, ttlMs)),
    hashDelete: (key, field) => either((keys) => keys.hashDelete(key, field)),
    hashAll: (key) => either((keys) => keys.hashAll(key)),
  };
}

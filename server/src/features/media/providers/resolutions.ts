import { LRUCache } from 'lru-cache';
import { type Clock, endingBy } from '../../../kernel/clock.ts';
import type { Resolved } from '../../../providers/resolved.ts';

/**
 * How long a resolution is cached, in milliseconds: shorter than upstream's addresses last, so that a deleted account
 * stops working soon.
 */
const keptMs = 60_000;
/**
 * How long before its addresses expire a resolution is no longer reused, in milliseconds: new viewers need time to
 * start.
 */
const sparedMs = 2 * 60_000;
/** Most cached resolutions, one for each watched item. */
const maxKept = 5_000;

/** Caches resolutions of items: for many viewers, upstream is called once. [PV14] */
export function makeResolutions(clock: Clock) {
  const kept = new LRUCache<string, Promise<Resolved>>({ max: maxKept, ttl: keptMs, ...endingBy(clock) });
  return (name: string, resolve: () => Promise<Resolved>): Promise<Resolved> => {
    const known = kept.get(name);
    if (known) return known;
    const resolved = resolve();
    kept.set(name, resolved);
    const isKept = () => kept.peek(name) === resolved;
    resolved.then(
      ({ expiresAtMs = Number.POSITIVE_INFINITY }) => {
        const ttl = expiresAtMs - sparedMs - clock.nowMs();
        if (!isKept() || ttl >= kept.getRemainingTTL(name)) return;
        if (ttl > 0) kept.set(name, resolved, { ttl });
        else kept.delete(name);
      },
      // Failures are not cached.
      () => isKept() && kept.delete(name),
    );
    return resolved;
  };
}

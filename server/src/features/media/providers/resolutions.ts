import { LRUCache } from 'lru-cache';
import { type Clock, endingBy } from '../../../kernel/clock.ts';
import type { Resolved } from '../../../providers/resolved.ts';

/**
 * How long a resolution is reused, in milliseconds: shorter than upstream's addresses last, so a deleted account stops
 * working soon.
 */
const keptMs = 60_000;
/**
 * How long before its addresses expire a resolution stops being reused, in milliseconds: new viewers need time to
 * begin.
 */
const sparedMs = 2 * 60_000;
/** Most kept resolutions, one for each watched item. */
const maxKept = 5_000;

/** Answers of providers about items: many viewers ask the same question, and upstream is asked once. [PV14] */
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
      // A failure is not remembered.
      () => isKept() && kept.delete(name),
    );
    return resolved;
  };
}

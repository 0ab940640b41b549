import type { Clock } from '../../../kernel/clock.ts';
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
  const kept = new Map<string, { untilMs: number; readonly resolved: Promise<Resolved> }>();
  return (name: string, resolve: () => Promise<Resolved>): Promise<Resolved> => {
    const known = kept.get(name);
    if (known && known.untilMs > clock.nowMs()) return known.resolved;
    const resolved = resolve();
    const keeping = { untilMs: clock.nowMs() + keptMs, resolved };
    kept.delete(name);
    kept.set(name, keeping);
    resolved.then(
      ({ expiresAtMs = Number.POSITIVE_INFINITY }) => {
        keeping.untilMs = Math.min(keeping.untilMs, expiresAtMs - sparedMs);
      },
      // A failure is not remembered.
      () => kept.get(name) === keeping && kept.delete(name),
    );
    if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
    return resolved;
  };
}

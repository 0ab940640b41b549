import type { Clock } from '../../../kernel/clock.ts';
import type { Resolved } from '../../../providers/provider.ts';

/** How long a resolution serves, in milliseconds: addresses of upstream serve longer, and an account that is gone ends soon. */
const keptMs = 60_000;
/** How long before the end of its addresses a resolution serves nobody new, in milliseconds: viewers have yet to begin. */
const sparedMs = 2 * 60_000;
/** Most resolutions that are kept, one for each item that is watched. */
const maxKept = 5_000;

/** What providers said about items: many viewers ask the same, and one question answers them. [PV14] */
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

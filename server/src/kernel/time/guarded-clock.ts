import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/**
 * Maximum number of distinct timer failures that are remembered, so that each is logged once. Further failures are only
 * counted.
 */
const maxKnown = 100;

/** A clock whose timers cannot end the process. */
export interface GuardedClock {
  readonly clock: Clock;
  /** Number of timer failures since the start. */
  failures(): number;
}

/**
 * Catches errors of a timer's work, thrown or rejected, because Node would end the process. Counts each failure, and
 * logs it the first time; a repeating timer goes on. [TR44]
 */
export function guardClock(clock: Clock, log: Log): GuardedClock {
  const known = new Set<string>();
  let failures = 0;

  function failed(timer: string, err: unknown): void {
    failures += 1;
    const cause = `${timer}: ${err instanceof Error ? err.message : String(err)}`;
    if (known.has(cause) || known.size === maxKnown) return;
    known.add(cause);
    log.error({ err, timer }, 'a timer failed; it goes on, and the same failure is not logged again');
  }

  function guarded(work: () => void): () => void {
    const timer = work.name || 'unnamed';
    return () => {
      try {
        const ending: unknown = work();
        if (ending instanceof Promise) ending.catch((err) => failed(timer, err));
      } catch (err) {
        failed(timer, err);
      }
    };
  }

  return {
    clock: {
      nowMs: () => clock.nowMs(),
      after: (delayMs, work) => clock.after(delayMs, guarded(work)),
      every: (periodMs, work) => clock.every(periodMs, guarded(work)),
    },
    failures: () => failures,
  };
}

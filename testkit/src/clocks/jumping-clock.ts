import { type Clock, systemClock } from '@matinee/server/kernel/clock.ts';

/** The machine's clock, which a test can move forward. A test can also run periodic work at once. */
export interface JumpingClock extends Clock {
  /** Moves the time forward. Timers that run already do not notice. */
  jump(ms: number): void;
  /**
   * Runs the tasks of every `periodMs` now.
   * @throws Error when there are none.
   */
  runEvery(periodMs: number): void;
}

export function makeJumpingClock(): JumpingClock {
  let aheadMs = 0;
  const periodic = new Map<number, Set<() => void>>();
  return {
    nowMs: () => systemClock.nowMs() + aheadMs,
    after: systemClock.after,
    every(periodMs, work) {
      const stop = systemClock.every(periodMs, work);
      const all = periodic.get(periodMs) ?? new Set();
      periodic.set(periodMs, all.add(work));
      return () => {
        all.delete(work);
        stop();
      };
    },
    jump(ms) {
      aheadMs += ms;
    },
    runEvery(periodMs) {
      const all = periodic.get(periodMs);
      if (!all?.size) throw new Error(`nothing is done every ${periodMs} ms`);
      for (const work of all) work();
    },
  };
}

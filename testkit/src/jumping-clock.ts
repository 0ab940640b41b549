import { type Clock, systemClock } from '@matinee/server/kernel/clock.ts';

/** The machine's clock, but a test may put it forward, and may run what would happen only every so often. */
export interface JumpingClock extends Clock {
  /** From now on it is this much later. Timers that run already do not notice. */
  jump(ms: number): void;
  /** Does now what is done every `periodMs`. @throws Error when there is nothing. */
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

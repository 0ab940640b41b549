import type { SyncTime } from './media-port.ts';

/** Time that passes only when a test lets it. */
export interface SimulatedTime extends SyncTime {
  /** Lets a millisecond pass. @returns the time then. */
  pass(): number;
  /** Runs the timers that are due. */
  runTimers(): void;
}

/** Makes time that begins at `nowMs`. */
export function makeSimulatedTime(nowMs: number): SimulatedTime {
  const timers = new Set<{ readonly atMs: number; readonly work: () => void }>();
  return {
    now: () => nowMs,
    after(delayMs, work) {
      const timer = { atMs: nowMs + Math.max(0, delayMs), work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass() {
      nowMs += 1;
      return nowMs;
    },
    runTimers() {
      for (const timer of [...timers]) {
        if (timer.atMs <= nowMs && timers.delete(timer)) timer.work();
      }
    },
  };
}

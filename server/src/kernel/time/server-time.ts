/**
 * The time that all replicas share: the clock of this machine, smoothly brought to a reference. A film's place follows
 * from this time, so small differences are corrected too slowly to be seen. It never goes backwards.
 */
import type { Clock } from '../clock.ts';

/**
 * Rate of correcting a small difference: half a millisecond a second. Pages follow the server's clock at the same rate.
 */
const slewMsPerSecond = 0.5;
/** A larger difference is no drift: a clock was set, or the machine slept. */
export const apartMs = 1_000;
/** How much of a second passes on this clock while it waits for a reference that is behind. */
const waitingRate = 0.5;

/** The shared time of one process. */
export interface ServerTime {
  /** The clock of everything in the server. Its timers are those of the machine. */
  readonly clock: Clock;
  /**
   * Takes a newly measured difference, reference minus machine, in milliseconds. The first one counts at once: no time
   * has been given out yet.
   */
  aim(offsetMs: number): void;
  /** Reference minus this clock as last measured, in milliseconds: the difference still to be corrected. */
  deviationMs(): number;
}

/** Makes the shared time from the machine's clock, which must not go backwards. */
export function makeServerTime(machine: Clock): ServerTime {
  let targetMs: number | undefined;
  // At machine time `sinceMs` the offset in use was `appliedMs`; from there it glides towards `targetMs`.
  let appliedMs = 0;
  let sinceMs = machine.nowMs();

  function offsetAt(machineMs: number): number {
    if (targetMs === undefined) return appliedMs;
    const passedMs = Math.max(0, machineMs - sinceMs);
    const missingMs = targetMs - appliedMs;
    const perSecond = missingMs < -apartMs ? waitingRate * 1_000 : slewMsPerSecond;
    const reachMs = (passedMs / 1_000) * perSecond;
    return appliedMs + Math.max(-reachMs, Math.min(reachMs, missingMs));
  }

  return {
    clock: {
      nowMs: () => {
        const machineMs = machine.nowMs();
        return machineMs + offsetAt(machineMs);
      },
      after: (delayMs, work) => machine.after(delayMs, work),
      every: (periodMs, work) => machine.every(periodMs, work),
    },
    aim(offsetMs) {
      const isFirst = targetMs === undefined;
      const nowMs = machine.nowMs();
      appliedMs = offsetAt(nowMs);
      sinceMs = nowMs;
      targetMs = offsetMs;
      // The time may jump forwards, but not backwards.
      if (isFirst || offsetMs - appliedMs > apartMs) appliedMs = offsetMs;
    },
    deviationMs: () => (targetMs === undefined ? 0 : targetMs - offsetAt(machine.nowMs())),
  };
}

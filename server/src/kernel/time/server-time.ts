/**
 * The time that all replicas share: this machine's clock, smoothly adjusted to a reference clock. Playback positions
 * follow from this time, so small differences are corrected too slowly to be seen. It never goes backwards.
 */
import type { Clock } from '../clock.ts';

/**
 * Rate at which a small difference is corrected: half a millisecond per second. Pages follow the server's clock at the
 * same rate.
 */
const slewMsPerSecond = 0.5;
/** A larger difference is not drift: a clock was set, or the machine slept. */
export const apartMs = 1_000;
/** Rate of this clock while it waits for a reference that is behind it. */
const waitingRate = 0.5;

/** The shared time of one process. */
export interface ServerTime {
  /** The clock that all server code uses. Its timers run on the machine's clock. */
  readonly clock: Clock;
  /**
   * Takes a newly measured difference, reference minus machine, in milliseconds. The first one applies at once: nobody
   * has read the time yet.
   */
  aim(offsetMs: number): void;
  /** Reference minus this clock as last measured, in milliseconds: the difference still to be corrected. */
  deviationMs(): number;
}

/** Makes the shared time from the machine's clock, which must not go backwards. */
export function makeServerTime(machine: Clock): ServerTime {
  let targetMs: number | undefined;
  // At machine time `sinceMs` the offset in use was `appliedMs`; since then it moves gradually towards `targetMs`.
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

/**
 * The time that all replicas share: the clock of this machine, brought to a reference smoothly. A film's place follows from this time, so
 * small differences are made good slower than anybody could see. It never goes backwards.
 */
import type { Clock } from './clock.ts';

/** How fast a small difference is made good: half a millisecond a second, as pages follow the server's clock. */
const slewMsPerSecond = 0.5;
/** A difference above this is no drift: somebody set a clock, or the machine slept. */
export const apartMs = 1_000;
/** Of a second, how much passes while this clock waits for a reference that is behind. */
const waitingRate = 0.5;

/** The shared time of one process. */
export interface ServerTime {
  /** Asked for the time by everything in the server. Its timers are those of the machine. */
  readonly clock: Clock;
  /** Takes a newly measured difference, reference minus machine, in milliseconds. The first one counts at once: nothing has been told yet. */
  aim(offsetMs: number): void;
  /** Reference minus this clock as last measured, in milliseconds: what is still to be made good. */
  deviationMs(): number;
}

/** Makes the time over the machine's clock, which must not go backwards. */
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
      // Forwards the time may jump, backwards it may not.
      if (isFirst || offsetMs - appliedMs > apartMs) appliedMs = offsetMs;
    },
    deviationMs: () => (targetMs === undefined ? 0 : targetMs - offsetAt(machine.nowMs())),
  };
}

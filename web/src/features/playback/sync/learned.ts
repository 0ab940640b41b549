import { median } from '../../../client/room/clock.ts';

/** A delay of this browser that is measured as it goes, in milliseconds. [SY20] */
export interface LearnedDelay {
  readonly ms: number;
  add(observedMs: number): void;
}

/** Measurements that count: few, because a delay changes with the item and the load of the machine. */
const kept = 5;

/** Makes a delay that is `initialMs` until measured; what lies outside of `leastMs` to `mostMs` is cut off, so one freak does not spoil the next start. */
export function makeLearnedDelay(bounds: {
  readonly initialMs: number;
  readonly leastMs: number;
  readonly mostMs: number;
}): LearnedDelay {
  let observed: number[] = [];
  return {
    get ms() {
      return median(observed) ?? bounds.initialMs;
    },
    add(observedMs) {
      const cut = Math.max(bounds.leastMs, Math.min(bounds.mostMs, observedMs));
      observed = [...observed, cut].slice(-kept);
    },
  };
}

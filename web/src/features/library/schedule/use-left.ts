import { useEffect, useReducer } from 'react';
import { nextChangeMs } from './countdown.ts';

/** Longest wait of a browser's timer, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Milliseconds until the start by the clock `now`; undefined: there is no start, or it is past. It draws again whenever
 * the shown text changes.
 */
export function useLeft(startsAt: string | undefined, now: () => number, isLive = true): number | undefined {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const left = startsAt === undefined ? -1 : Date.parse(startsAt) - now();
  useEffect(() => {
    if (left <= 0) return;
    // A little later than the change, because timers may be early.
    const timer = setTimeout(draw, Math.min((isLive ? nextChangeMs(left) : left) + 5, maxTimerMs));
    return () => clearTimeout(timer);
  });
  return left > 0 ? left : undefined;
}

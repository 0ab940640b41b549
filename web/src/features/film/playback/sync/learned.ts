import { median } from '../../../../client/room/clock.ts';

/** The delays of a browser: of `play()`, of a seek to loaded data, and of a seek that has to load data. */
export type DelayName = 'play' | 'seek' | 'load';

/** The last measurements of each delay, in milliseconds, oldest first. [SY20] */
export type LearnedDelays = Readonly<Record<DelayName, readonly number[]>>;

export const noDelays: LearnedDelays = { play: [], seek: [], load: [] };

/**
 * Measured in Chromium: `play()` takes 10–60 ms, and a seek into buffered data 30–300 ms, depending on the distance to
 * the last key frame. Measurements are clamped to these bounds, so that one outlier does not spoil the next start.
 */
const bounds = {
  play: { initialMs: 30, leastMs: -40, mostMs: 300 },
  seek: { initialMs: 150, leastMs: 20, mostMs: 1_000 },
  load: { initialMs: 400, leastMs: 50, mostMs: 3_000 },
} as const;

/** Only the last few measurements count, because a delay changes with the item and with the load of the machine. */
const kept = 5;

/** The delay to expect, in milliseconds. Pure. [SY20] */
export function delayMs(delays: LearnedDelays, name: DelayName): number {
  return median(delays[name]) ?? bounds[name].initialMs;
}

/** Adds a measurement. Pure. [SY20] */
export function learn(delays: LearnedDelays, name: DelayName, observedMs: number): LearnedDelays {
  const { leastMs, mostMs } = bounds[name];
  const cut = Math.max(leastMs, Math.min(mostMs, observedMs));
  return { ...delays, [name]: [...delays[name], cut].slice(-kept) };
}

import { median } from '../../../../client/room/clock.ts';

/** The delays of a browser: of `play()`, of a seek to loaded data, and of a seek whose data must be loaded. */
export type DelayName = 'play' | 'seek' | 'load';

/** The last measurements of each delay, in milliseconds, oldest first. [SY20] */
export type LearnedDelays = Readonly<Record<DelayName, readonly number[]>>;

export const noDelays: LearnedDelays = { play: [], seek: [], load: [] };

/** Measured in Chromium: play() takes 10–60 ms, a seek into buffered data 30–300 ms, by the distance to the last key frame. A measurement outside of the bounds is cut, so that one outlier does not spoil the next start. */
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

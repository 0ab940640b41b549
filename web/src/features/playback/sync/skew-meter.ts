/** How far the picture is from where it should be, smoothed. Positive: ahead. Milliseconds. */
export interface SkewMeter {
  add(errorMs: number, atMs: number): void;
  /** Undefined until enough was measured since `clear`. */
  read(nowMs: number): number | undefined;
  /** After a seek, a start or a change of speed what was measured before says nothing. */
  clear(): void;
}

/** Frames are shown on the screen's 16.7 ms grid, so that one alone is off by up to 8 ms; the mean over this window is off by under 2. */
const windowMs = 500;
const mostSamples = 15;
/** Fewer tell nothing: the first frames after a start come in a bunch. */
const leastSamples = 4;

/** Makes the meter: the mean of the middle half of what was measured in the last half second. [SY10] [SY11] */
export function makeSkewMeter(): SkewMeter {
  let samples: { readonly errorMs: number; readonly atMs: number }[] = [];
  return {
    add(errorMs, atMs) {
      samples = [...samples, { errorMs, atMs }].slice(-mostSamples);
    },
    read(nowMs) {
      const fresh = samples.filter((sample) => nowMs - sample.atMs <= windowMs).map((sample) => sample.errorMs);
      return fresh.length < leastSamples ? undefined : middleMean(fresh);
    },
    clear() {
      samples = [];
    },
  };
}

/** Mean of the values without the lowest and the highest quarter. */
function middleMean(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  const cut = Math.floor(sorted.length / 4);
  const middle = sorted.slice(cut, sorted.length - cut);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

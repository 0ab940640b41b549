/** One measured error of the picture, in milliseconds. Positive: ahead of the room. */
export interface SkewSample {
  readonly errorMs: number;
  readonly atMs: number;
}

/**
 * A screen shows frames every 16.7 ms, so a single frame is off by up to 8 ms. The mean over this window is off by less
 * than 2.
 */
const windowMs = 500;
const mostSamples = 15;
/** Fewer samples mean nothing: the first frames after a start come all at once. */
const leastSamples = 4;

/** Adds a sample and drops the oldest ones. Pure. [SY10] */
export function addSample(samples: readonly SkewSample[], sample: SkewSample): readonly SkewSample[] {
  return [...samples, sample].slice(-mostSamples);
}

/** The mean of the middle half of the last half second's measurements; undefined for too few samples. Pure. [SY11] */
export function meanSkew(samples: readonly SkewSample[], nowMs: number): number | undefined {
  const fresh = samples.filter((sample) => nowMs - sample.atMs <= windowMs).map((sample) => sample.errorMs);
  return fresh.length < leastSamples ? undefined : middleMean(fresh);
}

/** The mean without the lowest and the highest quarter of the values. */
function middleMean(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const cut = Math.floor(sorted.length / 4);
  const middle = sorted.slice(cut, sorted.length - cut);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

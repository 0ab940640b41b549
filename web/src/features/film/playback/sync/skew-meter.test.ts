import { expect, test } from 'vitest';
import { addSample, meanSkew, type SkewSample } from './skew-meter.ts';

const samplesOf = (...samples: [errorMs: number, atMs: number][]) =>
  samples.reduce<readonly SkewSample[]>((all, [errorMs, atMs]) => addSample(all, { errorMs, atMs }), []);

test('[SY10] each measured frame counts, and too few tell nothing', () => {
  const three = samplesOf([12, 0], [12, 33], [12, 66]);
  expect(meanSkew(three, 66)).toBeUndefined();
  expect(meanSkew(addSample(three, { errorMs: 12, atMs: 100 }), 100)).toBe(12);
});

test('[SY11] the error is the mean of the middle half of the last half second', () => {
  const frames = [900, 20, 10, 30, 40, 50, 180, -400].map((errorMs, i): [number, number] => [errorMs, 600 + 33 * i]);
  const samples = samplesOf([5_000, 0], ...frames);
  expect(meanSkew(samples, 850)).toBe(35);
  // The first frame is exactly half a second old, then older.
  expect(meanSkew(samples, 1_100)).toBe(35);
  expect(meanSkew(samples, 1_101)).toBe(30);
  expect(meanSkew(samples, 2_000)).toBeUndefined();
});

test('[SY11] at most 15 samples count, the newest', () => {
  const samples = samplesOf(...Array.from({ length: 40 }, (_, i): [number, number] => [i < 25 ? 900 : 5, i * 10]));
  expect(samples).toHaveLength(15);
  expect(meanSkew(samples, 400)).toBe(5);
});

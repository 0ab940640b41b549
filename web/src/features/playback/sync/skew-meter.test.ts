import { expect, test } from 'vitest';
import { makeSkewMeter } from './skew-meter.ts';

test('[SY10] each measured frame counts, and too few tell nothing', () => {
  const meter = makeSkewMeter();
  for (const atMs of [0, 33, 66]) meter.add(12, atMs);
  expect(meter.read(66)).toBeUndefined();
  meter.add(12, 100);
  expect(meter.read(100)).toBe(12);
});

test('[SY11] the error is the mean of the middle half of the last half second', () => {
  const meter = makeSkewMeter();
  meter.add(5_000, 0);
  for (const [i, errorMs] of [-400, 10, 20, 30, 40, 50, 60, 900].entries()) meter.add(errorMs, 600 + 33 * i);
  expect(meter.read(850)).toBe(35);
  meter.clear();
  expect(meter.read(850)).toBeUndefined();
});

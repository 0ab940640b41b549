import { expect, test } from 'vitest';
import { makeLineSpeed, neededSpeed } from './line-speed.ts';

test('[WMF4] a line is measured while it sends without a pause, for ten seconds', () => {
  const line = makeLineSpeed();
  line.begin(0);
  line.begin(0);
  expect(line.end(5_000, 2_000_000)).toBeUndefined();
  line.begin(5_000);
  expect(line.end(10_000, 3_000_000)).toBe(4_000_000);
});

test('[WMF4] a line that has nothing to send is not slow', () => {
  const line = makeLineSpeed();
  line.begin(0);
  expect(line.end(6_000, 1_000)).toBeUndefined();
  line.begin(60_000);
  expect(line.end(66_000, 1_000)).toBeUndefined();
});

test('[WMF4] a film needs its size in its length', () => {
  expect(neededSpeed(1_000_000, 2)).toBe(4_000_000);
  expect(neededSpeed(1_000_000, undefined)).toBeUndefined();
});

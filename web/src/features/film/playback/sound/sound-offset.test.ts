import { expect, test } from 'vitest';
import { clampOffset } from './sound-offset.ts';

test('[SY46] an offset is a step of 50 ms, a second at most; what is no number is none', () => {
  expect([60, -1_500, 1_500, -20, Number.NaN].map(clampOffset)).toEqual([50, -1_000, 1_000, 0, 0]);
});

import { expect, test } from 'vitest';
import { isApart } from './is-apart.ts';

test.each([
  [0, false],
  [-1_000, false],
  [1_000.5, true],
  [-4_000, true],
])('[WU6] a clock that is %d ms apart keeps its process from taking people in: %s', (deviationMs, apart) => {
  expect(isApart(deviationMs)).toBe(apart);
});

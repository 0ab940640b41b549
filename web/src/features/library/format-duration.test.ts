import { expect, test } from 'vitest';
import { formatDuration } from './format-duration.ts';

test.each([
  [0, '0:00'],
  [5, '0:05'],
  [65.4, '1:05'],
  [599.6, '10:00'],
  [3_600, '1:00:00'],
  [3_723, '1:02:03'],
  [36_000, '10:00:00'],
])('%d seconds are %s', (seconds, shown) => {
  expect(formatDuration(seconds)).toBe(shown);
});

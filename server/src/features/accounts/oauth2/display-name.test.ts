import { expect, test } from 'vitest';
import { displayNameAmong } from './display-name.ts';

test.each([
  [['li.ming', '李明'], '李明'],
  [['anna', 'Anna  B'], 'Anna B'],
  [['anna', 'anna@example.org'], 'anna'],
  [['anna', 'Administrator'], 'anna'],
  [['a\u202eb'], null],
  [['x'.repeat(40)], null],
  [[], null],
])('[OA16] of %j the display name is %j', (names, expected) => {
  expect(displayNameAmong(names)).toBe(expected);
});

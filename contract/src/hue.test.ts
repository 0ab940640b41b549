import { expect, test } from 'vitest';
import { hueOf, initialsOf } from './hue.ts';

test('people keep their colour', () => {
  expect(hueOf('usr_anna')).toBe(hueOf('usr_anna'));
  expect(hueOf('')).toBeGreaterThanOrEqual(0);
});

test('ids that differ in their last letters only have colours all around the circle', () => {
  const hues = Array.from({ length: 360 }, (_, index) => hueOf(`usr_01JABCDEFGH${String(index).padStart(3, '0')}`));
  for (const hue of hues) expect(hue >= 0 && hue < 360).toBe(true);
  const quarters = [0, 1, 2, 3].map((quarter) => hues.filter((hue) => Math.floor(hue / 90) === quarter).length);
  for (const count of quarters) expect(count).toBeGreaterThan(60);
});

test.each([
  ['anna', 'A'],
  ['Anna Bell', 'AB'],
  ['anna-bell_carter', 'AB'],
  ['  émile ', 'É'],
  ['🦊 fox', '🦊F'],
  ['_', '?'],
  ['', '?'],
])('%j is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

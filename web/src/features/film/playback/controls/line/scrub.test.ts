import { expect, test } from 'vitest';
import { keyTarget, partOf, secondsAt } from './scrub.ts';

test.each([
  ['ArrowRight', 35],
  ['ArrowUp', 35],
  ['ArrowLeft', 25],
  ['ArrowDown', 25],
  ['PageUp', 90],
  ['PageDown', 0],
  ['Home', 0],
  ['End', 100],
  ['a', undefined],
])('the key %s moves from 30 to %s', (key, target) => {
  expect(keyTarget(key, 30, 100)).toBe(target);
});

test('keys stay within the film', () => {
  expect([keyTarget('ArrowLeft', 3, 100), keyTarget('PageUp', 90, 100)]).toEqual([0, 100]);
});

test('a place on the line is a time, also beside its ends', () => {
  expect([secondsAt(-20, 200, 60), secondsAt(50, 200, 60), secondsAt(500, 200, 60)]).toEqual([0, 15, 60]);
});

test('a time is a part of the line; without a length there is none', () => {
  expect([partOf(15, 60), partOf(90, 60), partOf(-1, 60), partOf(15, 0)]).toEqual(['25%', '100%', '0%', '0%']);
});

import { expect, test } from 'vitest';
import { splitTimes } from './time-codes.ts';

test.each([
  ['look at 1:23:45!', [5_025]],
  ['12:34 and 0:05', [754, 5]],
  ['(1:05)', [65]],
  ['1:75', []],
  ['3:1', []],
  ['10.5:30', []],
  ['1:23:45:67', []],
  ['ratio 16:9', []],
  ['at 8:15 pm', []],
  ['um 20:15 Uhr', []],
  ['https', []],
])('[WC17] times in %j', (text, times) => {
  const pieces = splitTimes(text);
  expect(pieces.flatMap(({ seconds }) => seconds ?? [])).toEqual(times);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
});

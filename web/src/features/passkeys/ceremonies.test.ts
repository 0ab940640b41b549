import { expect, test } from 'vitest';
import { reasonOf } from './ceremonies.port.ts';

test.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'exists'],
  ['SecurityError', 'address'],
  ['TypeError', undefined],
])('%s of the browser means: %s', (name, reason) => {
  expect(reasonOf(Object.assign(new Error('no'), { name }))).toBe(reason);
});

test('what is no error of the browser has no such reason', () => {
  expect([reasonOf(undefined), reasonOf('NotAllowedError'), reasonOf({ name: 'AbortError' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

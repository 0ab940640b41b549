import { expect, test } from 'vitest';
import { obstacle, reasonOf } from './ceremonies.ts';

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

test('[WK5] a page at an IP address says beforehand that passkeys do not work there', () => {
  expect(['127.0.0.1', '192.168.1.20', '[::1]'].map(obstacle)).toEqual(['address', 'address', 'address']);
  expect(obstacle('movies.example.org')).not.toBe('address');
});

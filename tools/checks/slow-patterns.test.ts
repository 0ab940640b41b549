import { expect, test } from 'vitest';
import { contractPatterns, slowInSource } from './slow-patterns.ts';

test.each([
  ['exponential', '/^(a+)+$/'],
  ['two runs that can share', '/^\\s*x?\\s*y/'],
  ['begun anew at each place', '/ +$/'],
])('an expression that takes more than linear time is found: %s', (_, literal) => {
  expect(slowInSource('a.ts', `export const shape: RegExp = ${literal};`)).toHaveLength(1);
});

test('linear expressions pass', () => {
  const text = 'const all = [/^[a-z0-9]+(-[a-z0-9]+)*$/i, /\\{([^{}]*)\\}/g, /^(?=.{1,9}$)\\p{L}+$/u];';
  expect(slowInSource('a.ts', text)).toEqual([]);
});

test('an expression that is made from text cannot be judged', () => {
  expect(slowInSource('a.ts', 'const shape = new RegExp(text);')).toHaveLength(1);
});

test('the patterns of the contract are found, in CEL too', () => {
  const patterns = contractPatterns();
  expect(patterns.length).toBeGreaterThan(20);
  expect(patterns).toContainEqual(['service.client.CreateRoomRequest.name', '[\\p{L}\\p{N}\\p{P}\\p{S}]']);
});

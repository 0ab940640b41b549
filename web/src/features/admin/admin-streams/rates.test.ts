import type { ActiveStream } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { pointsOf, type Rates, withRates } from './rates.ts';

const active = (generation_id: string, bits_per_second?: number) =>
  ({
    stream: { generation_id },
    ...(bits_per_second === undefined ? {} : { facts: { bits_per_second } }),
  }) as ActiveStream;
const none: Rates = new Map();

test('[WAT4] the rates of a stream are kept while it is on the air, the last sixty of them', () => {
  const first = withRates(none, [active('a', 1), active('b', 2), active('c')]);
  expect([...first]).toEqual([
    ['a', [1]],
    ['b', [2]],
  ]);
  expect([...withRates(first, [active('b', 3)])]).toEqual([['b', [2, 3]]]);
  let rates = none;
  for (let count = 0; count < 70; count++) rates = withRates(rates, [active('a', count)]);
  expect(rates.get('a')).toHaveLength(60);
  expect(rates.get('a')?.at(-1)).toBe(69);
});

test('[WAT4] the line ends at the right, and its top is the highest rate', () => {
  expect(pointsOf([5], 59, 20)).toBe('');
  expect(pointsOf([10, 0, 5], 59, 20)).toBe('57,0 58,20 59,10');
  expect(pointsOf([0, 0], 59, 20)).toBe('58,20 59,20');
});

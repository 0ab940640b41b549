import { afterEach, beforeEach, expect, test } from 'vitest';
import { endOf, startOf } from './days.ts';

const { TZ: zone } = process.env;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each([
  ['2026-03-29', 23],
  ['2026-07-01', 24],
  ['2026-10-25', 25],
])('[WC16] a search to %s finds what was said in all of its %d hours', (day, hours) => {
  expect(endOf(day).getTime() + 1 - startOf(day).getTime()).toBe(hours * 3_600_000);
});

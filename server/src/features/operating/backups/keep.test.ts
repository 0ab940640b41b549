import { expect, test } from 'vitest';
import { listExpired, momentOf, nameAt } from './keep.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 10, 28, 3);
const daily = (count: number) => Array.from({ length: count }, (_, n) => nameAt(start - n * dayMs));
const staying = (names: string[], keep: Parameters<typeof listExpired>[1]) => {
  const expired = new Set(listExpired(names, keep));
  return names.filter((name) => !expired.has(name)).map((name) => name.slice(8, 16));
};

test('[BU3] the newest of each day, week and month stay', () => {
  expect(staying(daily(100), { daily: 3, weekly: 3, monthly: 3 })).toEqual([
    ...['20261128', '20261127', '20261126'],
    // Weeks end on Sundays.
    ...['20261122', '20261115'],
    ...['20261031', '20260930'],
  ]);
  const sameDay = [nameAt(start), nameAt(start + 3_600_000), nameAt(start + 7_200_000)];
  expect(listExpired(sameDay, { daily: 7, weekly: 0, monthly: 0 })).toEqual([sameDay[1], sameDay[0]]);
});

test('[BU3] the newest stays always, and gaps do not take what is there', () => {
  expect(staying(daily(5), { daily: 0, weekly: 0, monthly: 0 })).toEqual(['20261128']);
  const withGaps = [0, 40, 80, 400].map((days) => nameAt(start - days * dayMs));
  expect(listExpired(withGaps, { daily: 4, weekly: 0, monthly: 0 })).toEqual([]);
});

test('[BU4] other names are of no backup', () => {
  const others = [
    ...['notes.txt', 'matinee.mb', 'matinee-20261399T000000Z.mb', 'x-matinee-20261128T030000Z.mb'],
    ...['matinee-20261128T030000Z.mb.partial', 'before-upgrade-matinee-20261128T030000Z.mb'],
  ];
  expect(others.map(momentOf)).toEqual(others.map(() => undefined));
  expect(listExpired([...others, ...daily(2)], { daily: 0, weekly: 0, monthly: 0 })).toEqual([daily(2)[1]]);
});

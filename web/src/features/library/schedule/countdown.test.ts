import { expect, test } from 'vitest';
import { leftOf, nextChangeMs, rough } from './countdown.ts';
import { fromInput, quickMoments, toInput } from './moments.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [3 * day + hour, { kind: 'rough', unit: 'day', count: 3 }],
  [day, { kind: 'figures', text: '24:00:00' }],
  [hour + 2 * minute + 3 * second, { kind: 'figures', text: '1:02:03' }],
  [61 * second, { kind: 'figures', text: '1:01' }],
  [60.2 * second, { kind: 'figures', text: '1:01' }],
  [60 * second, { kind: 'seconds', seconds: 60 }],
  [200, { kind: 'seconds', seconds: 1 }],
  [-5, { kind: 'seconds', seconds: 0 }],
])('[WSH2] %i ms before the start', (ms, left) => {
  expect(leftOf(ms)).toEqual(left);
});

test.each([
  [2 * day - second, 'day', 1],
  [2 * hour - second, 'hour', 1],
  [90 * second, 'minute', 1],
  [second, 'minute', 1],
])('[WSH2] %i ms are promised as no more than they are', (ms, unit, count) => {
  expect(rough(ms)).toMatchObject({ unit, count });
});

test('[WSH2] screens that began at different moments change together', () => {
  for (const leftMs of [90_000.4, 90_999, 4_001, 3 * day + 1_234]) {
    const at = leftMs - nextChangeMs(leftMs);
    expect(at % second).toBeCloseTo(0);
  }
  expect(nextChangeMs(5_000)).toBe(second);
});

test('[WSH3] one press chooses a full minute; tonight is offered until shortly before', () => {
  const at = (text: string) => new Date(`2026-11-27T${text}`);
  const offered = (text: string) => quickMoments(at(text)).map((moment) => [moment.text, toInput(moment.at)]);
  expect(offered('12:00:30')).toEqual([
    ['soon', '2026-11-27T12:16'],
    ['tonight', '2026-11-27T20:00'],
    ['tomorrow', '2026-11-28T20:00'],
  ]);
  expect(offered('19:58:00').map(([text]) => text)).toEqual(['soon', 'tomorrow']);
});

test('[WSH3] an input gives back the moment that it shows', () => {
  const moment = new Date(2026, 2, 5, 7, 9);
  expect(fromInput(toInput(moment))).toEqual(moment);
  expect(fromInput('')).toBeUndefined();
});

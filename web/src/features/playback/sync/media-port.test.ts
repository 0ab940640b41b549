import { expect, test } from 'vitest';
import { bufferedAhead, isLoadedAt, type PlayerView } from './media-port.ts';

/** A player of 100 s that has loaded 10 to 20 and 50 to the end. */
const ranges = [
  [10, 20],
  [50, 100],
] as const;
const player = (duration = 100) =>
  ({
    duration,
    buffered: { length: ranges.length, start: (index) => ranges[index]![0], end: (index) => ranges[index]![1] },
  }) as PlayerView;

test('what is loaded ahead ends at the first hole', () => {
  expect([9, 12, 19.5, 20, 30, 60].map((at) => bufferedAhead(player(), at))).toEqual([0, 8, 0.5, 0, 0, 40]);
});

test('a tenth of a second in front of what is loaded plays too', () => {
  expect(bufferedAhead(player(), 9.95)).toBeCloseTo(10.05);
  expect(bufferedAhead(player(), 9.85)).toBe(0);
});

test('[SY17] a place is loaded when there is enough from it on, or all up to the end', () => {
  expect([isLoadedAt(player(), 19, 0.5), isLoadedAt(player(), 19.6, 0.5), isLoadedAt(player(), 30, 0.5)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isLoadedAt(player(), 99.8, 0.5)).toBe(true);
  expect(isLoadedAt(player(Number.NaN), 99.8, 0.5)).toBe(false);
});

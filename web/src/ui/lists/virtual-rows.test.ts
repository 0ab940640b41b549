import { expect, test } from 'vitest';
import { drawnRows } from './virtual-rows.tsx';

const range = (parts: Partial<Parameters<typeof drawnRows>[0]>) => ({
  startIndex: 0,
  endIndex: 0,
  overscan: 2,
  count: 10_000,
  ...parts,
});

test('of a long list, the rows in sight and around them are drawn, and the pinned ones', () => {
  expect(drawnRows(range({ startIndex: 500, endIndex: 502 }), [-1, 3])).toEqual([3, 498, 499, 500, 501, 502, 503, 504]);
});

test('a short list is drawn as a whole', () => {
  expect(drawnRows(range({ count: 60 }), [])).toHaveLength(60);
  expect(drawnRows(range({ count: 61 }), []).length).toBeLessThan(10);
});

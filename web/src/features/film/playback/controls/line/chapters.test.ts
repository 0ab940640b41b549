import { expect, test } from 'vitest';
import { chapterAt, chaptersWithin } from './chapters.ts';

const chapters = [
  { start_seconds: 60, name: 'Two' },
  { start_seconds: 0, name: 'One' },
  { start_seconds: 60, name: 'Two again' },
  { start_seconds: 500, name: 'Beyond the end' },
];

test('[SY54] chapters come in the order of time, each start once, and none beyond the end', () => {
  expect(chaptersWithin(chapters, 300).map(({ name }) => name)).toEqual(['One', 'Two']);
});

test('[SY54] the chapter at a place is the one that began last', () => {
  const shown = chaptersWithin(chapters, 300);
  expect([0, 59.9, 60, 299].map((seconds) => chapterAt(shown, seconds))).toEqual(['One', 'One', 'Two', 'Two']);
  expect(chapterAt([{ start_seconds: 10, name: 'Late' }], 5)).toBe('');
});

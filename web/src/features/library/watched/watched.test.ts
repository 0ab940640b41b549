import type { WatchedEntry } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { byDay } from './by-day.ts';
import { inOrder } from './saving.ts';

const entry = (id: string, started_at: string, more: Partial<WatchedEntry> = {}) =>
  ({ id, media_id: id, name: id, started_at, ...more }) as WatchedEntry;

test('[WOH1] entries stand by the days of this device, in their order', () => {
  const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString();
  const days = byDay([entry('c', at(9, 23)), entry('b', at(9, 1)), entry('a', at(8, 23))]);
  expect(days.map(({ day, entries }) => [day, entries.map(({ id }) => id)])).toEqual([
    ['2026-03-09', ['c', 'b']],
    ['2026-03-08', ['a']],
  ]);
});

test('[WOH3] a file has each item once, in the order in which they were watched', () => {
  const source = { youtube: { video_id: 'abc' } } as never;
  const items = inOrder([
    entry('b', '', { duration_seconds: 60, source }),
    entry('a', ''),
    entry('b', '', { duration_seconds: 60, source }),
  ]);
  expect(items.map(({ name, seconds, address }) => [name, seconds, address])).toEqual([
    ['a', undefined, undefined],
    ['b', 60, 'https://www.youtube.com/watch?v=abc'],
  ]);
});

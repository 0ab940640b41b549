import type { PlaybackHistoryChange, PlaybackHistoryEntry } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { addOlder, mergeHistory } from './loaded-history.ts';

const entry = (number: number, parts: object = {}) =>
  ({
    id: `ph_${String(number).padStart(4, '0')}`,
    name: `film ${number}`,
    ended_at: 'then',
    ...parts,
  }) as PlaybackHistoryEntry;
const change = (parts: Partial<PlaybackHistoryChange>): PlaybackHistoryChange => ({
  entries: [],
  deleted_ids: [],
  cleared: false,
  ...parts,
});
const numbers = ({ entries }: { readonly entries: readonly PlaybackHistoryEntry[] }) =>
  entries.map(({ id }) => Number(id.slice(3)));
const snapshot = (count: number) =>
  mergeHistory(undefined, change({ entries: Array.from({ length: count }, (_, index) => entry(count - index)) }), true);

test('[WPH2] what begins comes first, and what ends says where it was left', () => {
  const playing = mergeHistory(snapshot(2), change({ entries: [entry(3, { ended_at: undefined })] }), false);
  expect(numbers(playing)).toEqual([3, 2, 1]);
  const left = mergeHistory(playing, change({ ended: { ended_at: 'now', position_seconds: 61 } }), false);
  expect(left.entries[0]).toMatchObject({ ended_at: 'now', position_seconds: 61 });
  expect(left.entries[1]).toMatchObject({ ended_at: 'then' });
});

test('[WPH2] what is deleted goes, one by one or all', () => {
  expect(numbers(mergeHistory(snapshot(3), change({ deleted_ids: [entry(2).id] }), false))).toEqual([3, 1]);
  const cleared = mergeHistory(snapshot(200), change({ cleared: true, entries: [entry(201)] }), false);
  expect([numbers(cleared), cleared.hasMore]).toEqual([[201], false]);
});

test('[WPH2] older pages follow, whatever they have in common with what is there', () => {
  const full = mergeHistory(
    undefined,
    change({ entries: Array.from({ length: 100 }, (_, index) => entry(300 - index)) }),
    true,
  );
  expect(full.hasMore).toBe(true);
  const page = { entries: [entry(202), entry(201), entry(200)], next_cursor: 'next', total: 300 };
  const more = addOlder(full, page);
  expect([numbers(more).slice(-3), more.entries.length, more.cursor]).toEqual([[202, 201, 200], 101, 'next']);
  expect(addOlder(more, { entries: [entry(1)], total: 300 }).hasMore).toBe(false);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CountedVotes } from './queue-votes.store.ts';
import { inVoteOrder } from './vote-order.ts';

const list = ['a', 'b', 'c', 'd', 'e'];
const votes = (counts: Record<string, [up: number, down: number]>): CountedVotes[] =>
  Object.entries(counts).map(([media_id, [up, down]]) => ({ media_id, up, down }));

test.each([
  ['without votes in the order of the list', {}, ['c', 'd', 'e']],
  ['the best first', { e: [2, 0], d: [1, 0] }, ['e', 'd', 'c']],
  ['of equal votes in the order of the list', { e: [3, 1], d: [2, 0] }, ['d', 'e', 'c']],
  ['what is voted down last', { c: [1, 3], d: [0, 1] }, ['e', 'd', 'c']],
  ['what stood before, if it is wanted again', { a: [1, 0] }, ['a', 'c', 'd', 'e']],
  ['but not if as many are against it', { a: [1, 1], e: [1, 0] }, ['e', 'c', 'd']],
  ['never the current one', { b: [9, 0] }, ['c', 'd', 'e']],
] as const)('[QV7] %s', (_, counts, expected) => {
  expect(inVoteOrder(list, 'b', votes(counts as unknown as Record<string, [number, number]>))).toEqual(expected);
});

test('[QV7] after an item that has left the list, all of it follows', () => {
  expect(inVoteOrder(list, 'gone', votes({ c: [1, 0] }))).toEqual(['c', 'a', 'b', 'd', 'e']);
  expect(inVoteOrder([], 'gone', [])).toEqual([]);
});

test('[QV7] each item that stands behind follows once, whatever the votes', () => {
  const counts = fc.dictionary(fc.constantFrom(...list), fc.tuple(fc.nat(5), fc.nat(5)));
  fc.assert(
    fc.property(counts, fc.nat(4), (given, at) => {
      const told = inVoteOrder(list, list[at]!, votes(given));
      expect(new Set(told).size).toBe(told.length);
      for (const key of list.slice(at + 1)) expect(told).toContain(key);
      expect(told).not.toContain(list[at]);
    }),
  );
});

import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { ConnectionsElsewhere } from './connections-elsewhere.ts';

interface Notice {
  readonly isFull: boolean;
  readonly rows: readonly (readonly [string, number])[];
}

/** The counts of replica `replicaId`, with these connections of its own. */
function makeTest(own: Readonly<Record<string, number>> = {}, replicaId = 'm', limit = 20) {
  const clock = new FakeClock();
  const here = new Map(Object.entries(own));
  const told: Notice[] = [];
  const kept: (readonly [string, number])[] = [];
  const elsewhere = new ConnectionsElsewhere({
    clock,
    replicaId,
    limit,
    here,
    keepAtMost: (personId, connections) => kept.push([personId, connections]),
    tell: (topic, body) => {
      expect(topic).toBe('connections');
      told.push(body as Notice);
    },
  });
  const hear = (replica: string, rows: Notice['rows'], isFull = false) => elsewhere.hear(replica, { isFull, rows });
  return { clock, here, told, kept, elsewhere, hear };
}

test('[RT20] the connections of a person on all other replicas are added up', () => {
  const { elsewhere, hear } = makeTest();
  hear('a', [['ann', 2]]);
  hear('z', [
    ['ann', 3],
    ['bob', 1],
  ]);
  expect([elsewhere.of('ann'), elsewhere.of('bob'), elsewhere.of('carl')]).toEqual([5, 1, 0]);
  hear('a', [['ann', 0]]);
  expect(elsewhere.of('ann')).toBe(3);
  elsewhere.forget('z');
  expect(elsewhere.of('ann')).toBe(0);
});

test('[RT20] a full message replaces what the replica told before, the one after it adds to that', () => {
  const { elsewhere, hear } = makeTest();
  hear('a', [
    ['ann', 2],
    ['bob', 1],
  ]);
  hear('a', [['ann', 1]], true);
  hear('a', [['carl', 4]]);
  expect([elsewhere.of('ann'), elsewhere.of('bob'), elsewhere.of('carl')]).toEqual([1, 0, 4]);
});

test('[RT20] changes of 20 ms are told together, with what holds then', () => {
  const { clock, here, told, elsewhere } = makeTest({ ann: 1 });
  elsewhere.changed('ann');
  clock.advance(19);
  here.set('ann', 2);
  elsewhere.changed('ann');
  elsewhere.changed('bob');
  expect(told).toEqual([]);
  clock.advance(1);
  const first = {
    isFull: false,
    rows: [
      ['ann', 2],
      ['bob', 0],
    ],
  };
  expect(told).toEqual([first]);
  here.set('bob', 1);
  elsewhere.changed('bob');
  clock.advance(20);
  expect(told).toEqual([first, { isFull: false, rows: [['bob', 1]] }]);
});

test('[RT20] [RT31] who asks is told everything, also when there is nobody', () => {
  const nobody = makeTest();
  nobody.elsewhere.tellAll();
  expect(nobody.told).toEqual([{ isFull: true, rows: [] }]);
  const somebody = makeTest({ ann: 3 });
  somebody.elsewhere.tellAll();
  expect(somebody.told).toEqual([{ isFull: true, rows: [['ann', 3]] }]);
});

test.each([
  [1_000, [1_000]],
  [1_001, [1_000, 1]],
  [2_500, [1_000, 1_000, 500]],
])('[RT20] %i people are told in messages of a thousand, of which the first replaces', (count, sizes) => {
  const people = Object.fromEntries(Array.from({ length: count }, (_, n) => [`u${n}`, 1]));
  const { told, elsewhere } = makeTest(people);
  elsewhere.tellAll();
  expect(told.map(({ rows }) => rows.length)).toEqual(sizes);
  expect(told.map(({ isFull }) => isFull)).toEqual(sizes.map((_, n) => n === 0));
  expect(new Set(told.flatMap(({ rows }) => rows.map(([id]) => id)))).toEqual(new Set(Object.keys(people)));
});

test('[RT20] the last replica by name ends what is too much, down to what the others leave', () => {
  const last = makeTest({ ann: 15 }, 'z');
  last.hear('a', [['ann', 5]]);
  expect(last.kept).toEqual([]);
  last.hear('a', [['ann', 8]]);
  expect(last.kept).toEqual([['ann', 12]]);
  last.hear('b', [['ann', 30]]);
  expect(last.kept.at(-1)).toEqual(['ann', 0]);
});

test('[RT20] a replica that is not the last one leaves it to the one that is', () => {
  const first = makeTest({ ann: 15 }, 'm');
  first.hear('z', [['ann', 8]]);
  expect(first.kept).toEqual([]);
  const alone = makeTest({ ann: 15 }, 'm');
  alone.hear('z', [['bob', 1]]);
  alone.hear('a', [['ann', 8]]);
  expect(alone.kept).toEqual([['ann', 12]]);
});

test('[RT20] people without a connection here are not our business', () => {
  const { kept, hear } = makeTest({ bob: 1 }, 'z');
  hear('a', [['ann', 30]]);
  expect(kept).toEqual([]);
});

test('[RT26] after its end nothing is told', () => {
  const { clock, told, elsewhere } = makeTest({ ann: 1 });
  elsewhere.changed('ann');
  elsewhere.close();
  clock.advance(1_000);
  expect(told).toEqual([]);
});

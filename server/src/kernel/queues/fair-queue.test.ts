import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function makeQueue(limit = 100) {
  const queue = new FairQueue(limit);
  const refused: string[] = [];
  const add = (name: string, isFirst = false) =>
    queue.add({ key: name[0]!, isFirst, start: () => taken.push(name), refuse: () => refused.push(name) });
  const taken: string[] = [];
  const drain = () => {
    for (let work = queue.next(); work; work = queue.next()) work.start();
    return taken;
  };
  return { queue, add, drain, refused };
}

test('[PW12] everybody gets a turn, however many another one has waiting', () => {
  const { add, drain } = makeQueue();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) add(name);
  expect(drain()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('[PW12] who was there before goes first, and of four turns one is for the others', () => {
  const { add, drain } = makeQueue();
  for (const name of ['x1', 'x2', 'x3']) add(name);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) add(name, true);
  expect(drain()).toEqual(['a1', 'a2', 'a3', 'x1', 'a4', 'a5', 'x2', 'x3']);
});

test('[PW12] a full queue gives up the last of whoever has the most waiting, and nobody who was there before', () => {
  const { add, drain, refused } = makeQueue(4);
  for (const name of ['x1', 'x2', 'x3', 'y1']) add(name);
  add('y2');
  expect(refused).toEqual(['x3']);
  add('a1', true);
  expect(refused).toEqual(['x3', 'y2']);
  for (const name of ['a2', 'a3', 'a4']) add(name, true);
  expect([...refused].sort()).toEqual(['x1', 'x2', 'x3', 'y1', 'y2']);
  expect(drain()).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('[PW12] whatever comes is started or refused once, and never more waits than the limit allows', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean(), fc.boolean())), (steps) => {
      const { queue, add, drain, refused } = makeQueue(5);
      const begun: string[] = [];
      let n = 0;
      for (const [key, isFirst, isNext] of steps) {
        add(`${key}${n++}`, isFirst);
        expect(queue.size).toBeLessThanOrEqual(5);
        if (isNext) queue.next()?.start();
      }
      begun.push(...drain());
      expect([...begun, ...refused].sort()).toEqual(Array.from({ length: n }, (_, i) => `${steps[i]![0]}${i}`).sort());
    }),
  );
});

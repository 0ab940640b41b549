import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idBefore, inOrder, moveItem, placeAfter, placeAt } from './reorder.ts';

const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 });
const place = fc.nat(30);

/** Moves `id` behind `afterId` as the server does. */
function movedByServer(list: readonly string[], id: string, afterId: string | undefined): readonly string[] {
  const others = list.filter((one) => one !== id);
  const at = afterId === undefined ? 0 : others.indexOf(afterId) + 1;
  return [...others.slice(0, at), id, ...others.slice(at)];
}

describe('[WL4] wherever an item is dropped', () => {
  test('the server makes the order that the person saw', () => {
    fc.assert(
      fc.property(ids, place, place, (list, from, to) => {
        const id = list[from % list.length]!;
        const seen = moveItem(list, list.indexOf(id), to);
        expect(movedByServer(list, id, idBefore(seen, id))).toEqual(seen);
      }),
    );
  });

  test('no item is lost and none is there twice', () => {
    fc.assert(
      fc.property(ids, place, place, (list, from, to) => {
        expect([...moveItem(list, from, to)].sort()).toEqual([...list].sort());
      }),
    );
  });

  test('it stands where it was dropped, and the others keep their order', () => {
    fc.assert(
      fc.property(ids, place, place, (list, from, to) => {
        const id = list[from % list.length]!;
        const seen = moveItem(list, list.indexOf(id), to);
        expect(seen.indexOf(id)).toBe(Math.min(to, list.length - 1));
        expect(seen.filter((one) => one !== id)).toEqual(list.filter((one) => one !== id));
      }),
    );
  });
});

test('[WL4] the list that is shown to others is not written to', () => {
  const list = ['a', 'b', 'c'];
  moveItem(list, 0, 2);
  inOrder(
    list.map((id) => ({ id })),
    ['c', 'b', 'a'],
  );
  expect(list).toEqual(['a', 'b', 'c']);
});

test('[WL5] an item is dropped before the first one whose middle lies below, and one on the middle after it', () => {
  expect([placeAt([20, 60], 19), placeAt([20, 60], 20), placeAt([20, 60], 60), placeAt([], 5)]).toEqual([0, 1, 2, 0]);
});

test('[WL5] by keyboard an item cannot leave the list', () => {
  const list = ['a', 'b', 'c'];
  expect(moveItem(list, 0, placeAfter('ArrowUp', 0, 3)!)).toEqual(list);
  expect(moveItem(list, 2, placeAfter('ArrowDown', 2, 3)!)).toEqual(list);
  expect(moveItem(list, 0, placeAfter('End', 0, 3)!)).toEqual(['b', 'c', 'a']);
});

test('[WL4] items that an order does not know keep their own order at the end', () => {
  const items = ['x', 'a', 'y', 'b'].map((id) => ({ id }));
  expect(inOrder(items, ['b', 'gone', 'a']).map(({ id }) => id)).toEqual(['b', 'a', 'x', 'y']);
});

import { AutoPlayMode } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { followingId, nextId, previousId } from './play-order.ts';

const { SEQUENTIAL, REPEAT_ONE, REPEAT_ALL, SHUFFLE } = AutoPlayMode;
const list = ['a', 'b', 'c'];
const never = () => {
  throw new Error('nothing is drawn here');
};

const orders = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
const modes = fc.constantFrom(SEQUENTIAL, REPEAT_ONE, REPEAT_ALL, SHUFFLE);
/** What `Math.random` may give, its ends included. */
const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('[PB10] what follows by itself', () => {
  test.each([
    ['sequential', SEQUENTIAL, ['b', 'c', undefined]],
    ['repeat one', REPEAT_ONE, ['a', 'b', 'c']],
    ['repeat all', REPEAT_ALL, ['b', 'c', 'a']],
  ])('[PB10] %s', (_, mode, following) => {
    expect(list.map((id) => followingId(list, id, mode, never))).toEqual(following);
  });

  test('[PB10] shuffle draws another item, and the same one only when it is alone', () => {
    expect(followingId(list, 'b', SHUFFLE, () => 0)).toBe('a');
    expect(followingId(list, 'b', SHUFFLE, () => 0.999_999_999)).toBe('c');
    expect(followingId(['b'], 'b', SHUFFLE, never)).toBe('b');
    fc.assert(
      fc.property(orders, draws, fc.nat(), (order, draw, at) => {
        const current = order[at % order.length]!;
        const drawn = followingId(order, current, SHUFFLE, () => draw);
        expect(order).toContain(drawn);
        if (order.length > 1) expect(drawn).not.toBe(current);
      }),
    );
  });

  test('[PB10] an empty list ends playback in every mode', () => {
    fc.assert(
      fc.property(modes, (mode) => {
        expect(followingId([], 'a', mode, never)).toBeUndefined();
      }),
    );
  });

  test('[PB10] after an item that has left the list, the list begins', () => {
    for (const mode of [SEQUENTIAL, REPEAT_ONE, REPEAT_ALL]) expect(followingId(list, 'gone', mode, never)).toBe('a');
  });
});

describe('[PB9] what people ask for', () => {
  test('[PB9] next and previous walk the list and are refused at its ends', () => {
    expect(nextId(list, 'a', SEQUENTIAL, never)).toBe('b');
    expect(nextId(list, 'c', SEQUENTIAL, never)).toBeUndefined();
    expect(previousId(list, 'c', SEQUENTIAL)).toBe('b');
    expect(previousId(list, 'a', SEQUENTIAL)).toBeUndefined();
  });

  test.each([
    ['repeats one item', REPEAT_ONE],
    ['repeats', REPEAT_ALL],
    ['is shuffled', SHUFFLE],
  ])('[PB9] a list that %s has no ends', (_, mode) => {
    fc.assert(
      fc.property(orders, draws, fc.nat(), (order, draw, at) => {
        const current = order[at % order.length]!;
        expect(order).toContain(nextId(order, current, mode, () => draw));
        expect(order).toContain(previousId(order, current, mode));
      }),
    );
  });

  test('[PB9] repeating one item does not hold those who ask for the next', () => {
    expect(nextId(list, 'b', REPEAT_ONE, never)).toBe('c');
    expect(nextId(list, 'c', REPEAT_ONE, never)).toBe('a');
  });

  test('[PB9] previous takes next back, where the order is fixed', () => {
    fc.assert(
      fc.property(orders, fc.constantFrom(SEQUENTIAL, REPEAT_ALL, REPEAT_ONE), fc.nat(), (order, mode, at) => {
        const current = order[at % order.length]!;
        const next = nextId(order, current, mode, never);
        if (next !== undefined) expect(previousId(order, next, mode)).toBe(current);
      }),
    );
  });
});

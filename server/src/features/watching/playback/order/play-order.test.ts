import { AutoPlayMode } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { following, next, type Ordering, playOrder, previous, upcoming } from './play-order.ts';

const { SEQUENTIAL, REPEAT_ONE, REPEAT_ALL, SHUFFLE } = AutoPlayMode;
const list = ['a', 'b', 'c'];
const ordering = (mode: AutoPlayMode, keys: readonly string[] = list, seed = 7): Ordering => ({ keys, mode, seed });

const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
const seeds = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const lists = (mode: fc.Arbitrary<AutoPlayMode>) => fc.record({ keys, mode, seed: seeds });
const anyMode = fc.constantFrom(SEQUENTIAL, REPEAT_ONE, REPEAT_ALL, SHUFFLE);
const at = (given: Ordering, place: number) => given.keys[place % given.keys.length]!;

describe('[PB10] what follows by itself', () => {
  test.each([
    ['sequential', SEQUENTIAL, ['b', 'c', undefined]],
    ['repeat one', REPEAT_ONE, ['a', 'b', 'c']],
    ['repeat all', REPEAT_ALL, ['b', 'c', 'a']],
  ])('[PB10] %s', (_, mode, expected) => {
    expect(list.map((key) => following(ordering(mode), key))).toEqual(expected);
  });

  test('[PB10] shuffled, every item plays once before one plays again, whatever plays first', () => {
    fc.assert(
      fc.property(lists(fc.constant(SHUFFLE)), fc.nat(), (given, place) => {
        const heard = [at(given, place)];
        while (heard.length < given.keys.length) heard.push(following(given, heard.at(-1)!)!);
        expect([...heard].sort()).toEqual([...given.keys].sort());
        expect(following(given, heard.at(-1)!)).toBe(heard[0]);
      }),
    );
  });

  test('[PB10] shuffled, what is added or removed leaves the order of the others', () => {
    fc.assert(
      fc.property(lists(fc.constant(SHUFFLE)), fc.nat(), (given, place) => {
        const gone = at(given, place);
        const without = { ...given, keys: given.keys.filter((key) => key !== gone) };
        expect(playOrder(without)).toEqual(playOrder(given).filter((key) => key !== gone));
        expect(playOrder({ ...given, keys: [...given.keys].reverse() })).toEqual(playOrder(given));
      }),
    );
  });

  test('[PB10] every order of a shuffle comes about as often as the others', () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 6_000; seed++) {
      const order = playOrder(ordering(SHUFFLE, ['med_1', 'med_2', 'med_3'], seed)).join();
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  test('[PB10] an empty list ends playback in every mode', () => {
    for (const mode of [SEQUENTIAL, REPEAT_ONE, REPEAT_ALL, SHUFFLE])
      expect(following(ordering(mode, []), 'a')).toBeUndefined();
  });

  test('[PB10] after an item that has left the list, the list begins', () => {
    for (const mode of [SEQUENTIAL, REPEAT_ONE, REPEAT_ALL]) expect(following(ordering(mode), 'gone')).toBe('a');
  });
});

describe('[PB9] what people ask for', () => {
  test('[PB9] next and previous walk the list and are refused at its ends', () => {
    expect(next(ordering(SEQUENTIAL), 'a')).toBe('b');
    expect(next(ordering(SEQUENTIAL), 'c')).toBeUndefined();
    expect(previous(ordering(SEQUENTIAL), 'c')).toBe('b');
    expect(previous(ordering(SEQUENTIAL), 'a')).toBeUndefined();
  });

  test.each([
    ['repeats one item', REPEAT_ONE],
    ['repeats', REPEAT_ALL],
    ['is shuffled', SHUFFLE],
  ])('[PB9] a list that %s has no ends', (_, mode) => {
    fc.assert(
      fc.property(lists(fc.constant(mode)), fc.nat(), (given, place) => {
        expect(given.keys).toContain(next(given, at(given, place)));
        expect(given.keys).toContain(previous(given, at(given, place)));
      }),
    );
  });

  test('[PB9] repeating one item does not hold those who ask for the next', () => {
    expect(next(ordering(REPEAT_ONE), 'b')).toBe('c');
    expect(next(ordering(REPEAT_ONE), 'c')).toBe('a');
  });

  test('[PB9] previous takes next back, in every mode', () => {
    fc.assert(
      fc.property(lists(anyMode), fc.nat(), (given, place) => {
        const current = at(given, place);
        const after = next(given, current);
        if (after !== undefined) expect(previous(given, after)).toBe(current);
      }),
    );
  });
});

describe('[PB23] what is up next', () => {
  test('[PB23] is what will play, one after the other, each once', () => {
    fc.assert(
      fc.property(lists(anyMode), fc.nat(), fc.integer({ min: 1, max: 15 }), (given, place, count) => {
        const current = at(given, place);
        const told = upcoming(given, current, count);
        expect(told.length).toBeLessThanOrEqual(count);
        expect(new Set(told).size).toBe(told.length);
        let playing: string | undefined = current;
        for (const key of told) {
          playing = following(given, playing!);
          expect(key).toBe(playing);
        }
        const isOver = given.mode === SEQUENTIAL && following(given, told.at(-1) ?? current) === undefined;
        const isRound = given.mode === REPEAT_ONE || told.length >= given.keys.length - 1;
        expect(told.length === count || isOver || isRound).toBe(true);
      }),
    );
  });

  test('[PB23] tells an item alone in a list that repeats', () => {
    expect(upcoming(ordering(REPEAT_ALL, ['a']), 'a', 5)).toEqual(['a']);
    expect(upcoming(ordering(SEQUENTIAL, ['a']), 'a', 5)).toEqual([]);
  });
});

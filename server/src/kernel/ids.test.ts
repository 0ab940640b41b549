import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstIdAt, isId, makeIds } from './ids.ts';
import { secretText, systemRandom } from './random.ts';

test('an id is its prefix and 26 characters', () => {
  const id = makeIds(new FakeClock(), systemRandom).make('room');
  expect(id).toMatch(/^room_[0-9a-v]{26}$/);
  expect(isId('room', id)).toBe(true);
  expect(isId('usr', id)).toBe(false);
});

test('ids that are made later sort later', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 31 - 1 }), fc.integer({ min: 1, max: 1_000_000 }), (start, ms) => {
      const clock = new FakeClock(start * 1_000);
      const ids = makeIds(clock, systemRandom);
      const earlier = ids.make('msg');
      clock.advance(ms);
      expect(ids.make('msg') > earlier).toBe(true);
    }),
  );
});

test('ids that are made from a moment on sort from its first id on', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 41 }), (ms) => {
      const clock = new FakeClock(ms);
      const id = makeIds(clock, systemRandom).make('msg');
      expect(id >= firstIdAt('msg', ms)).toBe(true);
      expect(id < firstIdAt('msg', ms + 1)).toBe(true);
    }),
  );
});

test('a thousand ids of one moment are a thousand', () => {
  const ids = makeIds(new FakeClock(), systemRandom);
  expect(new Set(Array.from({ length: 1_000 }, () => ids.make('med'))).size).toBe(1_000);
});

test.each([
  '',
  'room',
  'room_',
  `room_${'0'.repeat(25)}`,
  `room_${'0'.repeat(27)}`,
  `room_${'w'.repeat(26)}`,
  `ROOM_${'0'.repeat(26)}`,
  `room_${'0'.repeat(25)}\n`,
])('%j is no id', (text) => {
  expect(isId('room', text)).toBe(false);
});

test('a secret has 256 bits as 43 characters that fit into an address', () => {
  expect(secretText(systemRandom)).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test('ids of one moment, and of a clock that goes back, sort in the order in which they were made', () => {
  const clock = new FakeClock(1_000_000);
  const ids = makeIds(clock, systemRandom);
  const made = Array.from({ length: 10_000 }, (_, n) => {
    if (n === 5_000) clock.advance(-500);
    return ids.make('aud');
  });
  expect(made).toEqual([...made].sort());
  expect(new Set(made).size).toBe(10_000);
});

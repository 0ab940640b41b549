import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const names = ['rtmp.advertiseAddress', 'room.passwordPolicy', 'server.name', 'a'];

test.each([
  ['rtmp.advertisedAddress', 'rtmp.advertiseAddress'],
  ['rtmp.advertise_address', 'rtmp.advertiseAddress'],
  ['SERVER.NAME', 'server.name'],
  ['server.nmae', 'server.name'],
  ['ab', 'a'],
  ['passwordPolicy', 'room.passwordPolicy'],
  ['nothing.alike', undefined],
  ['x'.repeat(100_000), undefined],
  ['', undefined],
])('%.40s is taken for %s', (name, meant) => {
  expect(nearest(name, names)).toBe(meant);
});

test('a name of more than 80 letters is not compared', () => {
  const long = 'x'.repeat(79);
  expect(nearest(`${long}y`, [long])).toBe(long);
  expect(nearest(`${long}yy`, [`${long}y`])).toBeUndefined();
});

/** Number of steps from one word to another, by definition: the minimum over all possible steps at the last letters. */
function steps(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length;
  const [head, next] = [from.slice(0, -1), to.slice(0, -1)];
  const isSwap = from.length > 1 && from.slice(-2) === [...to.slice(-2)].reverse().join('');
  return Math.min(
    steps(head, next) + (from.at(-1) === to.at(-1) ? 0 : 1),
    steps(head, to) + 1,
    steps(from, next) + 1,
    isSwap ? steps(from.slice(0, -2), to.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY,
  );
}

test('a name is taken for the first of those with the fewest steps, if these are a third of it or one', () => {
  const word = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'B'), minLength: 1, maxLength });
  fc.assert(
    fc.property(word(6), fc.array(word(6), { maxLength: 4 }), (name, candidates) => {
      const ways = candidates.map((candidate) => steps(name.toLowerCase(), candidate.toLowerCase()));
      const least = Math.min(...ways);
      const isNear = least <= Math.max(1, Math.floor(name.length / 3));
      expect(nearest(name, candidates)).toBe(isNear ? candidates[ways.indexOf(least)] : undefined);
    }),
    { numRuns: 300 },
  );
});

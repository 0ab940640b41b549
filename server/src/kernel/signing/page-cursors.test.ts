import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makePageCursors } from './page-cursors.ts';

const cursors = makePageCursors('a secret of the server');
const scope = ['medias', 'pl_1', 'newest'];

test('a cursor gives the place back that it was made for, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (place) => {
      expect(cursors.open(scope, cursors.seal(scope, place))).toBe(place);
    }),
  );
});

test('all replicas with the same secret read it, and nobody else', () => {
  const cursor = cursors.seal(scope, '17');
  expect(makePageCursors('a secret of the server').open(scope, cursor)).toBe('17');
  expect(makePageCursors('another secret').open(scope, cursor)).toBeUndefined();
});

test.each([
  [['medias', 'pl_2', 'newest']],
  [['medias', 'pl_1']],
  [['medias', 'pl_1newest']],
  [['medias', 'pl_1', 'newest', '']],
  [[]],
])('a cursor is of no use in the list %j', (other) => {
  expect(cursors.open(other, cursors.seal(scope, '17'))).toBeUndefined();
});

test('a place that moves into the scope, or the other way, is no place', () => {
  expect(cursors.open(['a'], cursors.seal(['a', 'b'], 'c'))).toBeUndefined();
  expect(cursors.open(['a', 'b', 'c'], cursors.seal(['a', 'b'], 'c'))).toBeUndefined();
});

test('a cursor of which any byte was changed is refused', () => {
  const bytes = Buffer.from(cursors.seal(scope, 'place'), 'base64url');
  for (let n = 0; n < bytes.length; n++) {
    const changed = Buffer.from(bytes);
    changed[n] = changed[n]! ^ 1;
    expect(cursors.open(scope, changed.toString('base64url'))).toBeUndefined();
  }
});

test.each(['', 'AAAA', 'no base64 at all!', 'A'.repeat(20)])('the text %j is no cursor', (text) => {
  expect(cursors.open(scope, text)).toBeUndefined();
});

test('the first place, an empty text, is a place', () => {
  expect(cursors.open(scope, cursors.seal(scope, ''))).toBe('');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseContentRange, parseRange, rangeIn } from './ranges.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: undefined }],
  ['bytes=5-9', { start: 5, end: 9 }],
  ['bytes= 5-9 ', { start: 5, end: 9 }],
  ['bytes=-5', { suffix: 5 }],
  ['bytes=-0', { suffix: 0 }],
  ['bytes=5-99999999999999999999', { start: 5, end: undefined }],
])('%s is a range', (header, range) => {
  expect(parseRange(header)).toEqual(range);
});

test.each([
  undefined,
  '',
  'bytes=-',
  'bytes=9-5',
  'bytes=0-1,3-4',
  'bytes=a-b',
  'Bytes=0-1',
  'items=0-1',
  'bytes=0-1x',
  'bytes=-99999999999999999999',
  'bytes=99999999999999999999-',
])('all is answered to the range %j, which is none of ours', (header) => {
  expect(parseRange(header)).toBeUndefined();
});

test.each([
  [{ start: 0, end: 0 }, 10, { start: 0, end: 0 }],
  [{ start: 9, end: 9 }, 10, { start: 9, end: 9 }],
  [{ start: 9, end: 10 }, 10, { start: 9, end: 9 }],
  [{ start: 4, end: undefined }, 10, { start: 4, end: 9 }],
  [{ suffix: 1 }, 10, { start: 9, end: 9 }],
  [{ suffix: 10 }, 10, { start: 0, end: 9 }],
  [{ suffix: 11 }, 10, { start: 0, end: 9 }],
  [{ start: 10, end: undefined }, 10, undefined],
  [{ suffix: 0 }, 10, undefined],
  [{ suffix: 5 }, 0, undefined],
  [{ start: 0, end: undefined }, 0, undefined],
])('%j selects of %i bytes %j', (asked, size, selected) => {
  expect(rangeIn(asked, size)).toEqual(selected);
});

test('a range selects what slicing the body would give', () => {
  const body = Array.from({ length: 50 }, (_, n) => n);
  fc.assert(
    fc.property(fc.nat(60), fc.option(fc.nat(60), { nil: undefined }), fc.nat(50), (start, more, size) => {
      const end = more === undefined ? undefined : start + more;
      const found = rangeIn({ start, end }, size);
      const wanted = body.slice(0, size).slice(start, end === undefined ? undefined : end + 1);
      expect(found === undefined ? [] : body.slice(found.start, found.end + 1)).toEqual(wanted);
    }),
  );
});

test.each([
  ['bytes 0-9/10', { start: 0, end: 9, size: 10 }],
  [' bytes 5-5/10 ', { start: 5, end: 5, size: 10 }],
  ['bytes 5-9/*', { start: 5, end: 9, size: undefined }],
])('the content range %s is read', (header, range) => {
  expect(parseContentRange(header)).toEqual(range);
});

test.each([
  undefined,
  'bytes 0-10/10',
  'bytes 9-5/10',
  'bytes */10',
  'bytes=0-9/10',
  'items 0-9/10',
  'bytes 0-9',
  'bytes 0-99999999999999999999/*',
  'bytes 0-9/99999999999999999999',
])('the content range %j is not believed', (header) => {
  expect(parseContentRange(header)).toBeUndefined();
});

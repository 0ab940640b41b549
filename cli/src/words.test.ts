import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { describe, expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { dateIn } from './moments.ts';
import { pageOf, wholeNumber } from './paging.ts';
import { bitRate, bytes, counted, duration, milliseconds, time, yes } from './words.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [1536 * 1024, '1.5 MiB'],
  [5 * 1024 ** 4, '5.0 TiB'],
  [5 * 1024 ** 5, '5120.0 TiB'],
])('%d bytes are %s', (count, shown) => expect(bytes(count)).toBe(shown));

test.each([
  [0, '0 kbit/s'],
  [128_400, '128 kbit/s'],
  [4_260_000, '4.3 Mbit/s'],
])('%d bits a second are %s', (rate, shown) => expect(bitRate(rate)).toBe(shown));

test.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [61, '1 min 1 s'],
  [3_600, '1 h 0 min'],
  [90_061, '1 d 1 h'],
])('%d seconds are %s', (seconds, shown) => expect(duration(seconds)).toBe(shown));

test('times are UTC, and counts agree with their words', () => {
  expect(time(timestampFromDate(new Date('2026-03-01T20:15:30.999Z')))).toBe('2026-03-01 20:15:30');
  expect(time(undefined)).toBe('');
  expect([milliseconds(1.25), yes(true), yes(false)]).toEqual(['1.3 ms', 'yes', 'no']);
  expect([counted(1, 'step'), counted(2, 'step'), counted(0, 'entry', 'entries')]).toEqual([
    '1 step',
    '2 steps',
    '0 entries',
  ]);
});

describe('[CL3] moments', () => {
  test.each([
    ['2027-01-01', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01 20:00', '2027-01-01T20:00:00.000Z'],
    ['2027-01-01T20:00:00+02:00', '2027-01-01T18:00:00.000Z'],
  ])('%s is %s', (text, shown) => expect(dateIn('--until', text, 'future').toISOString()).toBe(shown));

  test('a span lies in the direction that the option is about', () => {
    const week = 7 * 86_400_000;
    expect(Math.abs(dateIn('--until', '7d', 'future').getTime() - Date.now() - week)).toBeLessThan(60_000);
    expect(Math.abs(dateIn('--since', '1w', 'past').getTime() - Date.now() + week)).toBeLessThan(60_000);
  });

  test.each(['soon', '7', '2027-13-01', '7y', ''])('%j is refused', (text) =>
    expect(() => dateIn('--until', text, 'future')).toThrow(Failure),
  );
});

describe('[CL3] pages', () => {
  test('0 stands for what is not given', () => {
    expect(pageOf({})).toEqual({ page: 0, pageSize: 0 });
    expect(pageOf({ page: '2', pageSize: '100' })).toEqual({ page: 2, pageSize: 100 });
  });

  test.each(['0', '-1', '1.5', 'x', '', '1234567890'])('%j is no number from 1', (text) =>
    expect(() => wholeNumber('--page', text)).toThrow(`--page ${text}: is not a number from 1`),
  );
});

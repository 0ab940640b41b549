import { expect, test } from 'vitest';
import { readableBytes, readableDuration, readableMs } from './readable.ts';

test.each([
  [0, '0 bytes', '0 Byte'],
  [1, '1 byte', '1 Byte'],
  [5, '5 bytes', '5 Byte'],
  [999, '999 bytes', '999 Byte'],
  [1_000, '1 kB', '1 kB'],
  [1_449, '1.4 kB', '1,4 kB'],
  [999_499, '999 kB', '999 kB'],
  [999_500, '1 MB', '1 MB'],
  [15_600_000, '16 MB', '16 MB'],
  [1_400_000_000, '1.4 GB', '1,4 GB'],
  [2e15, '2,000 TB', '2.000 TB'],
])('[WU3] %d bytes are %s, in German %s', (bytes, english, german) => {
  expect(readableBytes(bytes, 'en')).toBe(english);
  // German has a no-break space.
  expect(readableBytes(bytes, 'de').replace('\u00a0', ' ')).toBe(german);
});

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_400_000_000, '1.4 GB'],
  [5_000_000_000_000_000, '5,000 TB'],
])('[WU3] with three digits, a size of %i bytes is %s', (bytes, text) => {
  expect(readableBytes(bytes, 'en', 3)).toBe(text);
});

test.each([
  [0, '0 sec'],
  [59.9, '59 sec'],
  [60, '1 min'],
  [3_725, '1 hr 2 min'],
  [86_400 * 3 + 3_600 * 4 + 59, '3 days 4 hr'],
  [86_400 + 30, '1 day'],
])('[WU3] %d seconds are %s', (seconds, text) => {
  expect(readableDuration(seconds, 'en')).toBe(text);
});

test('[WU3] short times keep a digit, and the language is that of the reader', () => {
  expect(readableMs(0.42, 'en')).toBe('0.4 ms');
  expect(readableMs(123.4, 'en')).toBe('123 ms');
  expect(readableMs(0.42, 'de')).toBe('0,4 ms');
});

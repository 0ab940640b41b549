import { expect, test } from 'vitest';
import { randomBelow, systemRandom } from './random.ts';

test('what was drawn is never drawn again, whatever lengths are asked for, and is as long', () => {
  const drawn = new Set<string>();
  for (let count = 0; count < 3_000; count++) {
    const length = 12 + (count % 90);
    const bytes = systemRandom.bytes(length);
    expect(bytes.length).toBe(length);
    drawn.add(bytes.subarray(0, 12).toString('hex'));
  }
  expect(drawn.size).toBe(3_000);
});

test('what was drawn stays as it is', () => {
  const bytes = systemRandom.bytes(16);
  const before = bytes.toString('hex');
  for (let count = 0; count < 1_000; count++) systemRandom.bytes(16).fill(1);
  expect(bytes.toString('hex')).toBe(before);
});

test('a number below an end is fair: what would come more often is drawn again', () => {
  const drawn = [65_535, 65_534, 7, 3];
  const random = {
    bytes: () => {
      const bytes = Buffer.alloc(2);
      bytes.writeUInt16BE(drawn.shift()!);
      return bytes;
    },
  };
  // The largest multiple of 3 is 65 535 = 3 · 21 845.
  expect([randomBelow(random, 3), randomBelow(random, 3), randomBelow(random, 3)]).toEqual([2, 1, 0]);
});

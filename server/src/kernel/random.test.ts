import { expect, test } from 'vitest';
import { systemRandom } from './random.ts';

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

import { expect, test } from 'vitest';
import { decodeBase64url } from './base64url.ts';

test('[RS18] bytes are read from the one text that they are written as', () => {
  for (const bytes of [[], [0], [255, 254], [1, 2, 3], [251, 255, 191, 0]]) {
    const text = Buffer.from(bytes).toString('base64url');
    expect(decodeBase64url(text)).toEqual(Buffer.from(bytes));
  }
  // Trailing bits, padding, the other alphabet, an impossible length, and characters that Node skips.
  for (const text of ['AB', '_x', 'AA==', '+/8A', 'A', 'AA A', 'AA\n', 'AAÄ'])
    expect(decodeBase64url(text), text).toBeUndefined();
});

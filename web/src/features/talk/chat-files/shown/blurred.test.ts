import { rgbaToThumbHash } from 'thumbhash';
import { expect, test } from 'vitest';
import { blurredOf } from './blurred.ts';

test('[WCF14] a thumbhash is drawn as a picture', () => {
  const pixels = new Uint8Array(8 * 8 * 4).fill(200);
  const thumbhash = Buffer.from(rgbaToThumbHash(8, 8, pixels)).toString('base64');
  expect(blurredOf(thumbhash)).toMatch(/^data:image\/png;base64,/);
});

test.each([undefined, '', 'AAA=', 'no base64 at all', 'ÿ'])('[WCF14] %s is none', (thumbhash) => {
  expect(blurredOf(thumbhash)).toBeUndefined();
});

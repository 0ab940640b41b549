import { expect, test } from 'vitest';
import { isComposing } from './is-composing.ts';

test('[WC24] the key that ends a word belongs to the input method, in the order of every browser', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});

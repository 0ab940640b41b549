import { expect, test } from 'vitest';
import { isUsername } from '../passwords/password-rules.port.ts';
import { asUsername } from './as-username.ts';

test.each([
  ['Anna', 'Anna'],
  ['  Anna  Maria ', 'Anna_Maria'],
  ["O'Brien, Pat!", 'OBrien_Pat'],
  ['Zoë 🎬', 'Zoë_'],
  ['Zoë', 'Zoë'],
  ['日本太郎', '日本太郎'],
  ['a\u202eb\u200bc', 'abc'],
  ['x'.repeat(80), 'x'.repeat(50)],
  ['🎬🎬🎬', ''],
])('[WI2] %j becomes %j', (typed, username) => {
  expect(asUsername(typed)).toBe(username);
});

test('[WI2] what comes out of three letters or more is a username', () => {
  for (const typed of ['Åsa B.', 'al-Ḫwārizmī', '1 2 3', 'Ｗｉｄｅ']) expect(isUsername(asUsername(typed))).toBe(true);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usernameKey } from './users.port.ts';

test.each([
  ['Anna', 'anna'],
  ['ＡＮＮＡ', 'anna'],
  ['ﬁlm', 'film'],
  ['\u00c5sa', 'A\u030asa'],
  ['ΣΟΦΟΣ', 'σοφος'],
  ['σοφος', 'σοφοσ'],
  ['Ϲ0-_', 'ϲ0-_'],
])('[US2] %s and %s are one name', (a, b) => {
  expect(usernameKey(a)).toBe(usernameKey(b));
});

test('[US2] comparing is stable: the compared form of a name is its own compared form, in either case', () => {
  const username = fc.stringMatching(/^[\p{L}\p{N}_-]{3,20}$/u);
  fc.assert(
    fc.property(username, (name) => {
      expect(usernameKey(usernameKey(name))).toBe(usernameKey(name));
      expect(usernameKey(name.toLowerCase())).toBe(usernameKey(name));
      expect(usernameKey(name.normalize('NFKC'))).toBe(usernameKey(name));
    }),
    { numRuns: 2_000, examples: [['Ϲ0-_']] },
  );
});

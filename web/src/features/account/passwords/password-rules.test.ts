import { expect, test } from 'vitest';
import { checkPassword, isUsername } from './password-rules.ts';

test('[WS1] each rule is reported by itself', () => {
  expect(checkPassword('abc')).toEqual({ length: false, upper: false, lower: true, digit: false });
  expect(checkPassword('Sommer2026')).toEqual({ length: true, upper: true, lower: true, digit: true });
  expect(checkPassword('ÄÖÜäöü٣٣').upper).toBe(true);
  expect(checkPassword(`Aa1${'x'.repeat(126)}`).length).toBe(false);
});

test('[WS2] usernames are letters, digits, _ and - of any script', () => {
  for (const name of ['ada', 'Zoë-42', 'محمد_علي']) expect(isUsername(name), name).toBe(true);
  for (const name of ['ab', 'with space', 'a'.repeat(51), 'a@b.c']) expect(isUsername(name), name).toBe(false);
});

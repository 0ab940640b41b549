import { afterAll, expect, test } from 'vitest';
import { makePasswords } from './passwords.ts';

const passwords = makePasswords('a setup secret that is long enough for a test');
afterAll(() => passwords.stop?.(AbortSignal.timeout(1000)));

test('a record fits its own password and identifier only', async () => {
  const record = await passwords.register('usr_1', 'Correct horse 1');
  expect(await passwords.verify('usr_1', 'Correct horse 1', record)).toBe(true);
  expect(await passwords.verify('usr_1', 'correct horse 1', record)).toBe(false);
  expect(await passwords.verify('usr_2', 'Correct horse 1', record)).toBe(false);
  expect(await passwords.verify('usr_1', 'Correct horse 1', undefined)).toBe(false);
});

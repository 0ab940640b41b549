import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../kernel/log.ts';
import { systemRandom } from '../../kernel/random.ts';
import { memoryKeyValue } from './memory-key-value.ts';
import { makeOneTimeValues } from './one-time-values.ts';

test('[ST48] a one-time value is taken once, in time, and for its purpose only', async () => {
  const clock = new FakeClock();
  const keyValue = memoryKeyValue({ clock, log: makeLog('silent') });
  const parts = { keyValue, random: systemRandom };
  const bind = makeOneTimeValues<string>(parts, 'bind');
  const login = makeOneTimeValues<string>(parts, 'login');
  const name = await bind.keep('anna');
  expect(await login.take(name)).toBeUndefined();
  const taken = await Promise.all(Array.from({ length: 20 }, () => bind.take(name)));
  expect(taken.filter((value) => value === 'anna').length).toBe(1);
  const late = await bind.keep('bert');
  clock.advance(300_000);
  expect(await bind.take(late)).toBeUndefined();
});

import { FakeClock } from '@matinee/testkit/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../kernel/log.ts';
import { memoryKeyValue } from '../../store/memory-key-value.ts';
import { makeLockout } from './lockout.ts';

function makeTest() {
  const clock = new FakeClock();
  const lockout = makeLockout(memoryKeyValue({ clock, log: makeLog('silent') }), () => clock.nowMs());
  let address = 0;
  return {
    lockout,
    pass: (seconds: number) => clock.advance(seconds * 1000),
    /** Failures from ever new addresses, so that only the account counts. */
    fail: async (account: string, times: number) => {
      for (let n = 0; n < times; n++) await lockout.failed(account, `192.0.2.${++address}`);
    },
    lockedFor: (account: string, from = '198.51.100.1') =>
      lockout.check(account, from).then(
        () => 0,
        (error) => error.details.retryAfterSeconds as number,
      ),
  };
}

test('[PW4] 5, 10 and 15 failures lock an account for 60, 300 and 900 s', async () => {
  const { fail, lockedFor, pass } = makeTest();
  const seen: number[] = [];
  for (const failures of [4, 1, 4, 1, 4, 1, 1]) {
    await fail('anna', failures);
    seen.push(await lockedFor('anna'));
    pass(900);
  }
  expect(seen).toEqual([0, 60, 0, 300, 0, 900, 900]);
  expect(await lockedFor('anna')).toBe(0);
});

test('[PW4] a lock ends by itself, and concerns nobody else', async () => {
  const { fail, lockedFor, pass } = makeTest();
  await fail('anna', 5);
  expect(await lockedFor('berta')).toBe(0);
  pass(59);
  expect(await lockedFor('anna')).toBe(1);
  pass(1);
  expect(await lockedFor('anna')).toBe(0);
});

test('[PW4] 20 failures lock an address for 600 s, whatever the accounts', async () => {
  const { lockout, lockedFor, pass } = makeTest();
  for (let n = 0; n < 19; n++) await lockout.failed(`account${n}`, '203.0.113.1');
  expect(await lockedFor('anna', '203.0.113.1')).toBe(0);
  await lockout.failed('account19', '203.0.113.1');
  expect(await lockedFor('anna', '203.0.113.1')).toBe(600);
  expect(await lockedFor('anna', '203.0.113.2')).toBe(0);
  pass(600);
  expect(await lockedFor('anna', '203.0.113.1')).toBe(0);
});

test('[PW4] signing in forgets the failures of the account', async () => {
  const { lockout, fail, lockedFor } = makeTest();
  await fail('anna', 4);
  await lockout.succeeded('anna');
  await fail('anna', 4);
  expect(await lockedFor('anna')).toBe(0);
});

import { FakeClock } from '@matinee/testkit/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../kernel/log.ts';
import { memoryKeyValue } from '../../store/memory-key-value.ts';
import { makeLockout } from './lockout.ts';

function makeTest() {
  const clock = new FakeClock();
  const store = memoryKeyValue({ clock, log: makeLog('silent') });
  const lockout = makeLockout(store, () => clock.nowMs());
  let address = 0;
  return {
    lockout,
    pass: (seconds: number) => clock.advance(seconds * 1000),
    /** Failures from ever new addresses, so that only the account counts. */
    fail: async (account: string, times: number) => {
      for (let n = 0; n < times; n++) await lockout.attempt(account, `192.0.2.${++address}`);
    },
    /** Seconds until an attempt is looked at again. */
    lockedFor: async (account: string, from = '198.51.100.1') => {
      const locks = [`lock:account:${account}`, `lock:address:${from}`];
      const until = await Promise.all(locks.map(async (lock) => Number((await store.get(lock)) ?? 0)));
      return Math.max(0, Math.ceil((Math.max(...until) - clock.nowMs()) / 1000));
    },
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

test('[PW4] ever new addresses of one IPv6 network are locked like one', async () => {
  const { lockout } = makeTest();
  for (let n = 0; n < 20; n++) await lockout.attempt(`account ${n}`, `2001:db8:1:2::${n.toString(16)}`);
  const next = lockout.attempt('another', '2001:db8:1:2:ffff::1');
  await expect(next).rejects.toMatchObject({ reason: 'auth.locked_out' });
  await lockout.attempt('another', '2001:db8:1:3::1');
});

test('[PW4] 20 failures lock an address for 600 s, whatever the accounts', async () => {
  const { lockout, lockedFor, pass } = makeTest();
  for (let n = 0; n < 19; n++) await lockout.attempt(`account${n}`, '203.0.113.1');
  expect(await lockedFor('anna', '203.0.113.1')).toBe(0);
  await lockout.attempt('account19', '203.0.113.1');
  expect(await lockedFor('anna', '203.0.113.1')).toBe(600);
  expect(await lockedFor('anna', '203.0.113.2')).toBe(0);
  pass(600);
  expect(await lockedFor('anna', '203.0.113.1')).toBe(0);
});

test('[PW4] signing in forgets the failures of the account', async () => {
  const { lockout, fail, lockedFor } = makeTest();
  await fail('anna', 4);
  await (await lockout.attempt('anna', '192.0.2.250')).succeeded();
  await fail('anna', 4);
  expect(await lockedFor('anna')).toBe(0);
});

test('[PW4] a locked account is refused, and being refused does not count', async () => {
  const { lockout, fail, lockedFor, pass } = makeTest();
  await fail('anna', 5);
  for (let n = 0; n < 20; n++)
    await expect(lockout.attempt('anna', '192.0.2.200')).rejects.toMatchObject({ reason: 'auth.locked_out' });
  pass(60);
  await fail('anna', 4);
  expect(await lockedFor('anna')).toBe(0);
});

test('[PW4] of a hundred attempts at once five are looked at, and after each lock no more than were allowed', async () => {
  const { lockout, pass } = makeTest();
  const storm = async () => {
    const attempts = Array.from({ length: 100 }, (_, n) => lockout.attempt('anna', `192.0.2.${n}`));
    return (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length;
  };
  const seen: number[] = [];
  for (let round = 0; round < 4; round++) {
    seen.push(await storm());
    pass(900);
  }
  expect(seen).toEqual([5, 5, 5, 1]);
});

test('[PW4] the right password among the first five ends the lock that it began', async () => {
  const { lockout, fail, lockedFor } = makeTest();
  await fail('anna', 4);
  await (await lockout.attempt('anna', '192.0.2.250')).succeeded();
  expect(await lockedFor('anna')).toBe(0);
});

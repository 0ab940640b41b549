import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import { memoryKeyValue } from '../../../store/key-value/memory-key-value.ts';
import { makeLockout } from './lockout.service.ts';

const wrong = async () => false as const;
const right = async () => true as const;

function makeTest() {
  const clock = new FakeClock();
  const keyValue = memoryKeyValue({ clock, log: makeLog('silent') });
  const parts = { keyValue, clock, random: systemRandom };
  const lockout = makeLockout(parts);
  let address = 0;
  return {
    lockout,
    /** Another replica on the same store. */
    replica: makeLockout(parts),
    pass: (seconds: number) => clock.advance(seconds * 1000),
    /** Failures from a new address each time, so that only the account counts. */
    fail: async (account: string, times: number) => {
      for (let n = 0; n < times; n++) await lockout.check(account, `192.0.2.${++address}`, wrong);
    },
    /** Seconds until the lockout admits an attempt again. */
    lockedFor: async (account: string, from = '198.51.100.1') => {
      try {
        await lockout.check(account, from, () => Promise.reject(new Error('looked at')));
      } catch (cause) {
        const { details } = cause as { details?: { retryAfterSeconds: number } };
        return details?.retryAfterSeconds ?? 0;
      }
      throw new Error('nothing was asked');
    },
    /** Advances the clock until `work` is done. */
    finish: async <T>(work: Promise<T>): Promise<T> => {
      let isDone = false;
      void work.catch(() => undefined).then(() => (isDone = true));
      for (let turn = 0; !isDone; turn++) {
        if (turn > 10_000) throw new Error('it never ends');
        await new Promise(setImmediate);
        clock.advance(10);
      }
      return work;
    },
    /** A verification that takes `ms` and returns `found`. */
    slowly:
      <T>(ms: number, found: T) =>
      () =>
        new Promise<T>((resolve) => clock.after(ms, () => resolve(found))),
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

test('[PW4] failures are forgotten a day after the first of them', async () => {
  const { fail, lockedFor, pass } = makeTest();
  await fail('anna', 4);
  pass(86_400);
  await fail('anna', 4);
  expect(await lockedFor('anna')).toBe(0);
});

test('[PW4] ever new addresses of one IPv6 network are locked like one', async () => {
  const { lockout, lockedFor } = makeTest();
  for (let n = 0; n < 20; n++) await lockout.check(`account ${n}`, `2001:db8:1:2::${n.toString(16)}`, wrong);
  expect(await lockedFor('another', '2001:db8:1:2:ffff::1')).toBe(600);
  expect(await lockedFor('another', '2001:db8:1:3::1')).toBe(0);
});

test('[PW4] 20 failures lock an address for 600 s, whatever the accounts', async () => {
  const { lockout, lockedFor, pass } = makeTest();
  for (let n = 0; n < 19; n++) await lockout.check(`account${n}`, '203.0.113.1', wrong);
  expect(await lockedFor('anna', '203.0.113.1')).toBe(0);
  await lockout.check('account19', '203.0.113.1', wrong);
  expect(await lockedFor('anna', '203.0.113.1')).toBe(600);
  expect(await lockedFor('anna', '203.0.113.2')).toBe(0);
  pass(600);
  expect(await lockedFor('anna', '203.0.113.1')).toBe(0);
});

test('[PW4] signing in forgets the failures of the account, and none of the address', async () => {
  const { lockout, fail, lockedFor } = makeTest();
  await fail('anna', 4);
  for (let n = 0; n < 19; n++) await lockout.check(`account${n}`, '203.0.113.1', wrong);
  expect(await lockout.check('anna', '203.0.113.1', right)).toBe(true);
  await fail('anna', 4);
  expect(await lockedFor('anna')).toBe(0);
  await lockout.check('account', '203.0.113.1', wrong);
  expect(await lockedFor('berta', '203.0.113.1')).toBe(600);
});

test('[PW4] a locked account is refused, and being refused does not count', async () => {
  const { lockout, fail, lockedFor, pass } = makeTest();
  await fail('anna', 5);
  for (let n = 0; n < 20; n++)
    await expect(lockout.check('anna', '192.0.2.200', right)).rejects.toMatchObject({ reason: 'auth.locked_out' });
  expect(await lockedFor('berta', '192.0.2.200')).toBe(0);
  pass(60);
  await fail('anna', 4);
  expect(await lockedFor('anna')).toBe(0);
});

test('[PW4] what could not be looked at does not count', async () => {
  const { lockout, fail, lockedFor } = makeTest();
  await fail('anna', 4);
  const broken = () => Promise.reject(new Error('no database'));
  for (let n = 0; n < 30; n++)
    await expect(lockout.check('anna', '192.0.2.200', broken)).rejects.toThrow('no database');
  expect(await lockedFor('anna', '192.0.2.200')).toBe(0);
});

test('[PW4] of a hundred guesses at once, at two replicas, five are looked at, and after each lock no more than were allowed', async () => {
  const { lockout, replica, pass, finish, slowly } = makeTest();
  let looked = 0;
  const storm = async () => {
    const guesses = Array.from({ length: 100 }, (_, n) =>
      [lockout, replica][n % 2]!.check('anna', `192.0.2.${n}`, () => {
        looked++;
        return slowly(100, false as const)();
      }),
    );
    await finish(Promise.allSettled(guesses));
    return looked;
  };
  const seen: number[] = [];
  for (let round = 0; round < 4; round++) {
    seen.push(await storm());
    pass(900);
  }
  expect(seen).toEqual([5, 10, 15, 16]);
});

test('[PW4] sixty right ones at once, of one account or of many at one address, wait for a place and all get in', async () => {
  const { lockout, replica, finish, slowly, lockedFor } = makeTest();
  for (const accountOf of [() => 'anna', (n: number) => `account ${n}`]) {
    const attempts = Array.from({ length: 60 }, (_, n) =>
      [lockout, replica][n % 2]!.check(accountOf(n), '203.0.113.1', slowly(300, true as const)),
    );
    expect(await finish(Promise.all(attempts))).toEqual(Array.from({ length: 60 }, () => true));
  }
  expect(await lockedFor('anna', '203.0.113.1')).toBe(0);
});

test('[PW4] who finds no place in time is refused, and takes none from anybody', async () => {
  const { lockout, finish, slowly } = makeTest();
  const stuck = Array.from({ length: 5 }, (_, n) =>
    lockout.check('anna', `192.0.2.${n}`, slowly(50_000, true as const)),
  );
  const next = finish(lockout.check('anna', '203.0.113.1', right));
  await expect(next).rejects.toMatchObject({ reason: 'auth.locked_out' });
  expect(await lockout.check('berta', '203.0.113.1', right)).toBe(true);
  expect(await finish(Promise.all(stuck))).toHaveLength(5);
});

test('[PW4] what was begun and not gone on with has failed after 3 s, and is taken back when it succeeds after all', async () => {
  const { lockout, finish, lockedFor, pass } = makeTest();
  const begun: string[] = [];
  for (let n = 0; n < 5; n++) begun.push(await lockout.begin('anna', '203.0.113.1', async (saved) => saved));
  pass(3);
  expect(await finish(lockedFor('anna'))).toBe(60);
  await lockout.resume(begun[0]!).succeeded();
  expect(await lockedFor('anna')).toBe(0);
  for (let n = 0; n < 15; n++) await lockout.check(`account ${n}`, '203.0.113.1', wrong);
  expect(await lockedFor('berta', '203.0.113.1')).toBe(0);
  await lockout.check('berta', '203.0.113.1', wrong);
  expect(await lockedFor('berta', '203.0.113.1')).toBe(600);
  await lockout.resume(begun[1]!).succeeded();
  expect(await lockedFor('berta', '203.0.113.1')).toBe(0);
});

test("[PW4] a late success takes back its own failure once, and nobody else's", async () => {
  const { lockout, lockedFor, pass } = makeTest();
  const from = '203.0.113.1';
  const failTimes = async (times: number) => {
    for (let n = 0; n < times; n++) await lockout.check(`account ${n}`, from, wrong);
  };
  const saved = await lockout.begin('anna', from, async (text) => text);
  pass(3);
  await failTimes(18);
  await lockout.resume(saved).succeeded();
  await lockout.resume(saved).succeeded();
  await failTimes(1);
  expect(await lockedFor('berta', from)).toBe(0);
  await failTimes(1);
  expect(await lockedFor('berta', from)).toBe(600);
  // The failures of an hour ago have expired, so there is nothing to take back.
  pass(600);
  const old = await lockout.begin('anna', from, async (text) => text);
  pass(3_600);
  await failTimes(20);
  await lockout.resume(old).succeeded();
  expect(await lockedFor('berta', from)).toBe(600);
});

test('[PW4] one that was begun and was wrong counts once', async () => {
  const { lockout, fail, lockedFor, pass } = makeTest();
  await fail('anna', 3);
  const saved = await lockout.begin('anna', '192.0.2.250', async (text) => text);
  await lockout.resume(saved).failed();
  pass(10);
  await lockout.resume(saved).failed();
  expect(await lockedFor('anna')).toBe(0);
  await fail('anna', 1);
  expect(await lockedFor('anna')).toBe(60);
});

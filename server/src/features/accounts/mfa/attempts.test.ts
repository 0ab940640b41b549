import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import { memoryKeyValue } from '../../../store/key-value/memory-key-value.ts';
import { makeAttempts } from './attempts.ts';

function makeTest() {
  const clock = new FakeClock();
  const keyValue = memoryKeyValue({ clock, log: makeLog('silent') });
  const store = { keyValue, random: systemRandom, nowMs: () => clock.nowMs() };
  return { clock, attempts: makeAttempts<{ of: string }>(store, 'test', 300_000) };
}

test('[MF3] of twenty tries at once five are given', async () => {
  const { attempts } = makeTest();
  const { id } = await attempts.begin({ of: 'anna' });
  const tries = await Promise.all(Array.from({ length: 20 }, () => attempts.takeTry(id)));
  expect(tries.filter(Boolean).length).toBe(5);
  expect(await attempts.takeTry(id)).toBe(false);
});

test('[MF3] of twenty who end an attempt at once exactly one does', async () => {
  const { attempts } = makeTest();
  const { id } = await attempts.begin({ of: 'anna' });
  const ends = await Promise.all(Array.from({ length: 20 }, () => attempts.end(id)));
  expect(ends.filter(Boolean).length).toBe(1);
});

test('[MF3] an attempt lives as long as it was said, and tries do not prolong it', async () => {
  const { clock, attempts } = makeTest();
  const { id, expiresAtMs } = await attempts.begin({ of: 'anna' });
  expect(expiresAtMs).toBe(clock.nowMs() + 300_000);
  clock.advance(299_999);
  expect(await attempts.takeTry(id)).toBe(true);
  expect(await attempts.find(id)).toEqual({ of: 'anna' });
  clock.advance(1);
  expect(await attempts.find(id)).toBeUndefined();
  expect(await attempts.end(id)).toBe(false);
});

test('ids cannot be told from one another, and one is not the key of another kind', async () => {
  const { attempts } = makeTest();
  const ids = await Promise.all(Array.from({ length: 100 }, () => attempts.begin({ of: 'anna' })));
  expect(new Set(ids.map(({ id }) => id)).size).toBe(100);
  expect(await attempts.find(`${ids[0]!.id}x`)).toBeUndefined();
});

import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { expect, test } from 'vitest';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { makeRunningExports } from './running-exports.ts';

/** A store that all processes of a test share. */
function sharedStore(): KeyValue {
  const held = new Map<string, string>();
  const set = async (key: string, value: string, { ifAbsent }: { readonly ifAbsent?: boolean }) => {
    if (ifAbsent && held.has(key)) return false;
    held.set(key, value);
    return true;
  };
  const remove = async (key: string) => held.delete(key);
  return { set, orLocal: { get: async (key: string) => held.get(key), delete: remove } } as unknown as KeyValue;
}

const keyValue = sharedStore();
const clock = makeJumpingClock();
const [one, other] = [makeRunningExports({ keyValue, clock }), makeRunningExports({ keyValue, clock })];

test('[AX7] of a thousand at once a process makes two, and refuses the others at once', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 1_000 }, (_, user) => one.take(`usr_${user}`)));
  const places = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refusals = new Set(asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : [])));
  expect([places.length, [...refusals]]).toEqual([2, ['account_exports.busy']]);
  await expect(one.expectPlace('usr_9999')).rejects.toMatchObject({ reason: 'account_exports.busy' });
  for (const leave of places) leave();
  await expect(one.expectPlace('usr_9999')).resolves.toBeUndefined();
});

test('[AX6] an account has one at a time, on all replicas', async () => {
  const leave = await one.take('usr_anna');
  await expect(other.expectPlace('usr_anna')).rejects.toMatchObject({ reason: 'account_exports.running' });
  await expect(other.take('usr_anna')).rejects.toMatchObject({ reason: 'account_exports.running' });
  leave();
  const again = await other.take('usr_anna');
  again();
});

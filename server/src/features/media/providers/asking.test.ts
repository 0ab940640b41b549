import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../../kernel/log.ts';
import { makeTools } from './asking.ts';

/** More answers than are remembered. */
const many = 60;

function tools() {
  const fetch = () => Promise.reject(new Error('nothing is fetched'));
  return makeTools({ fetch, clock: new FakeClock(), log: makeLog('silent'), onAsked: () => {} });
}

test('[PV30] an answer is remembered until fifty others have come', async () => {
  const { remember } = tools();
  let asked = 0;
  const ask = (name: string) => remember(name, async () => ++asked);
  expect([await ask('folder'), await ask('folder')]).toEqual([1, 1]);
  for (let n = 0; n < many; n++) await ask(`${n}`);
  expect(await ask('folder')).toBe(many + 2);
});

test('[PV30] an answer that is still awaited is shared, however many others come', async () => {
  const { remember } = tools();
  let asked = 0;
  const slow = () =>
    remember('slow', () => {
      asked++;
      return new Promise<never>(() => {});
    });
  void slow();
  for (let n = 0; n < many; n++) await remember(`${n}`, async () => n);
  void slow();
  expect(asked).toBe(1);
});

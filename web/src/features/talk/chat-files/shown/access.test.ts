import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeAccess } from './access.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const variant = { url: '/small', mime_type: 'image/webp', width: 2, height: 1 };
let nowMs = 0;
const gather = () => vi.advanceTimersByTimeAsync(30);

/** `answer` says which of the attachments are there; it may throw. */
function makeWorld(answer: (ids: readonly string[]) => readonly string[] = (ids) => ids) {
  const calls: (readonly string[])[] = [];
  const access = makeAccess(
    async (ids) => {
      calls.push(ids);
      return answer(ids).map((id) => ({
        id,
        url: `/${id}?${calls.length}`,
        animated: id === 'moving',
        variants: [variant],
      }));
    },
    () => nowMs,
  );
  return { access, calls };
}

test('[WCF6] those that are asked for together are one call, of a hundred at most', async () => {
  const { access, calls } = makeWorld();
  const stores = Array.from({ length: 120 }, (_, index) => access.of(`a${index}`));
  await gather();
  expect(calls.map(({ length }) => length)).toEqual([100, 20]);
  expect(stores[119]!.get()).toEqual({ url: '/a119?2', variants: [variant], state: 'known' });
});

test('[WCF6] an address is asked for again after nine minutes, and when it does not serve', async () => {
  const { access, calls } = makeWorld();
  access.of('a');
  await gather();
  nowMs += 8 * 60_000;
  expect(await access.urlOf('a')).toBe('/a?1');
  nowMs += 61_000;
  const later = access.urlOf('a');
  await gather();
  expect(await later).toBe('/a?2');
  access.renew('a');
  await gather();
  expect([access.of('a').get().url, calls.length]).toEqual(['/a?3', 3]);
});

test('[WCF6] what is gone, and what cannot be asked for, is said so', async () => {
  const { access } = makeWorld((ids) => ids.filter((id) => id !== 'gone'));
  access.of('gone');
  await gather();
  expect(access.of('gone').get().state).toBe('gone');
  let isDown = true;
  const shaky = makeWorld((ids) => {
    if (isDown) throw new Error('down');
    return ids;
  });
  const store = shaky.access.of('a');
  await gather();
  expect(store.get().state).toBe('failed');
  isDown = false;
  shaky.access.of('a');
  await gather();
  expect(store.get().state).toBe('known');
});

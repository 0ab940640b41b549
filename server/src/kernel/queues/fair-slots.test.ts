import { expect, test } from 'vitest';
import { nextTurn } from '../clock.ts';
import { makeFairSlots } from './fair-slots.ts';

/** Slots whose tasks run until the test calls `end` with their name. */
function makeTried(atOnce: number, maxWaiting: number) {
  const inSlot = makeFairSlots({ atOnce, maxWaiting, refusal: () => new Error('busy') });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (owner: string, name: string) => {
    const work = () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    };
    return inSlot(owner, work).catch((err) => `${name}: ${err.message}`);
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await nextTurn();
  };
  return { started, run, end };
}

test('users take turns, so that one with much work delays only themselves', async () => {
  const { started, run, end } = makeTried(1, 10);
  const works = [run('ann', 'a1'), run('ann', 'a2'), run('ann', 'a3'), run('ben', 'b1')];
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  expect(await Promise.all(works)).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('when too much waits, the last work of the user with the most is refused', async () => {
  const { started, run, end } = makeTried(1, 2);
  const works = [run('ann', 'a1'), run('ann', 'a2'), run('ann', 'a3'), run('ben', 'b1')];
  for (const name of ['a1', 'a2', 'b1']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1']);
  expect(await Promise.all(works)).toEqual(['a1', 'a2', 'a3: busy', 'b1']);
});

test('a slot is free again after work that fails', async () => {
  const inSlot = makeFairSlots({ atOnce: 1, maxWaiting: 1, refusal: () => new Error('busy') });
  await expect(inSlot('ann', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await inSlot('ann', async () => 'done')).toBe('done');
});

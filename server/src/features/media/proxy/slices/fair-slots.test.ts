import { expect, test } from 'vitest';
import { FairSlots } from './fair-slots.ts';

const stays = new AbortController().signal;

/** Slots one at a time, with a record of their order. */
function start() {
  const slots = new FairSlots(1);
  const order: string[] = [];
  const want = (name: string, owner: string, signal = stays) => {
    const ticket = slots.take('server', owner, signal);
    const done = ticket.slot.then(async (end) => {
      order.push(name);
      await Promise.resolve();
      end();
    });
    return { ...ticket, done };
  };
  return {
    order,
    want,
    settled: (all: readonly { done: Promise<void> }[]) => Promise.allSettled(all.map((one) => one.done)),
  };
}

test('[SC15] people take turns, whoever wants more', async () => {
  const { order, want, settled } = start();
  const all = [...Array.from({ length: 5 }, (_, n) => want(`eve ${n}`, 'eve')), want('bob', 'bob'), want('ann', 'ann')];
  await settled(all);
  expect(order).toEqual(['eve 0', 'eve 1', 'bob', 'ann', 'eve 2', 'eve 3', 'eve 4']);
});

test('[SC15] what somebody else wants as well comes with the first of their turns', async () => {
  const { order, want, settled } = start();
  const all = Array.from({ length: 5 }, (_, n) => want(`eve ${n}`, 'eve'));
  all[4]!.join('bob', stays);
  await settled(all);
  expect(order).toEqual(['eve 0', 'eve 1', 'eve 4', 'eve 2', 'eve 3']);
});

test('[SC15] what nobody waits for any more is not begun', async () => {
  const { order, want, settled } = start();
  const [gone, other] = [new AbortController(), new AbortController()];
  const all = [want('first', 'eve', gone.signal), want('left', 'eve', gone.signal), want('joined', 'eve', gone.signal)];
  all[2]!.join('bob', other.signal);
  gone.abort();
  all.push(want('too late', 'eve', gone.signal), want('last', 'eve'));
  const outcomes = await settled(all);
  expect(order).toEqual(['first', 'joined', 'last']);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
});

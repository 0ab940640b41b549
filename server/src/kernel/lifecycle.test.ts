import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { type Part, startParts } from './lifecycle.ts';

/** Parts that record their starts and stops. */
function makeParts(names: readonly string[], faults: Record<string, string> = {}) {
  const done: string[] = [];
  const fail = (what: string) => (faults[what] ? Promise.reject(new Error(faults[what])) : Promise.resolve());
  const parts = names.map(
    (name): Part => ({
      name,
      start: async () => {
        done.push(`+${name}`);
        await fail(`+${name}`);
      },
      stop: async () => {
        done.push(`-${name}`);
        await fail(`-${name}`);
      },
    }),
  );
  return { parts, done };
}

test('parts start in order and stop in reverse, once', async () => {
  const { parts, done } = makeParts(['a', 'b', 'c']);
  const running = await startParts(parts, new FakeClock());
  await running.stop(1_000);
  await running.stop(1_000);
  expect(done).toEqual(['+a', '+b', '+c', '-c', '-b', '-a']);
});

test('when one does not start, those before it are stopped and its failure is told', async () => {
  const { parts, done } = makeParts(['a', 'b', 'c'], { '+b': 'no room', '-a': 'stuck' });
  await expect(startParts(parts, new FakeClock())).rejects.toThrow('no room');
  expect(done).toEqual(['+a', '+b', '-a']);
});

test('when one does not stop, the others are stopped all the same and all failures are told', async () => {
  const { parts, done } = makeParts(['a', 'b', 'c'], { '-c': 'stuck', '-a': 'stuck too' });
  const running = await startParts(parts, new FakeClock());
  const failure = await running.stop(1_000).catch((cause) => cause);
  expect(failure.errors.map((error: Error) => error.message)).toEqual(['c did not stop', 'a did not stop']);
  expect(done.slice(3)).toEqual(['-c', '-b', '-a']);
});

test('after the deadline parts are told to give up', async () => {
  const clock = new FakeClock();
  const waits: Part = {
    name: 'waits',
    stop: (deadline) => new Promise((resolve) => deadline.addEventListener('abort', () => resolve())),
  };
  const running = await startParts([waits], clock);
  const stopped = running.stop(1_000);
  clock.advance(1_000);
  await stopped;
  expect(clock.pending).toBe(0);
});

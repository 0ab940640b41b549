import { expect, test } from 'vitest';
import { Batcher, type BatcherOptions, type Outcome } from './batcher.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A batcher whose runs the test ends. */
function makeBatcher(options: BatcherOptions = {}) {
  const runs: { items: readonly string[]; end: (error?: Error) => void }[] = [];
  const batcher = new Batcher<string, string>(
    (items) =>
      new Promise<Outcome<string>[]>((resolve, reject) => {
        const outcomes = items.map((item) =>
          item.startsWith('bad') ? { error: new Error(item) } : { value: item.toUpperCase() },
        );
        runs.push({ items, end: (error) => (error ? reject(error) : resolve(outcomes)) });
      }),
    options,
  );
  return { batcher, runs };
}

test('the first item runs at once, and what comes meanwhile runs together', async () => {
  let idle = 0;
  const { batcher, runs } = makeBatcher({ onIdle: () => idle++ });
  const answers = ['a', 'b', 'c'].map((item) => batcher.add(item));
  expect(runs.map(({ items }) => items)).toEqual([['a']]);
  runs[0]!.end();
  expect(await answers[0]).toBe('A');
  await turn();
  expect(runs[1]!.items).toEqual(['b', 'c']);
  expect(idle).toBe(0);
  runs[1]!.end();
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C']);
  await turn();
  expect(idle).toBe(1);
});

test('an item that fails fails alone; a run that fails fails all of its items and no other', async () => {
  const { batcher, runs } = makeBatcher();
  const answers = ['a', 'bad', 'b'].map((item) => batcher.add(item).catch((error: Error) => error.message));
  runs[0]!.end(new Error('lost'));
  await turn();
  runs[1]!.end();
  expect(await Promise.all(answers)).toEqual(['lost', 'bad', 'B']);
});

test('no more runs at a time and no more items in a run than asked for', async () => {
  const { batcher, runs } = makeBatcher({ atOnce: 2, maxItems: 3 });
  const answers = [...'abcdefg'].map((item) => batcher.add(item));
  expect(runs.map(({ items }) => items.join(''))).toEqual(['a', 'b']);
  for (let n = 0; n < 4; n++) {
    runs[n]!.end();
    await turn();
  }
  expect(runs.map(({ items }) => items.join(''))).toEqual(['a', 'b', 'cde', 'fg']);
  expect((await Promise.all(answers)).join('')).toBe('ABCDEFG');
});

test('a run that starts after the input takes all that came with it', async () => {
  const { batcher, runs } = makeBatcher({ start: 'afterInput', maxItems: 2 });
  const answers = [...'abc'].map((item) => batcher.add(item));
  expect(runs).toEqual([]);
  await turn();
  runs[0]!.end();
  await turn();
  runs[1]!.end();
  expect(runs.map(({ items }) => items.join(''))).toEqual(['ab', 'c']);
  expect((await Promise.all(answers)).join('')).toBe('ABC');
});

test('the next run waits for the rest after the one before, whose items do not', async () => {
  let wake = () => {};
  const rest = () => new Promise<void>((resolve) => (wake = resolve));
  const { batcher, runs } = makeBatcher({ rest });
  const first = batcher.add('a');
  runs[0]!.end();
  expect(await first).toBe('A');
  const later = ['b', 'c'].map((item) => batcher.add(item));
  await turn();
  expect(runs).toHaveLength(1);
  wake();
  await turn();
  runs[1]!.end();
  expect(runs[1]!.items).toEqual(['b', 'c']);
  expect(await Promise.all(later)).toEqual(['B', 'C']);
});

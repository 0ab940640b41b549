import { afterEach, expect, test, vi } from 'vitest';
import { makeStore } from './store.ts';

afterEach(() => vi.useRealTimers());

test('listeners hear of another value, not of the same one, until they stop', () => {
  const store = makeStore(1);
  const heard: number[] = [];
  const stop = store.subscribe(() => heard.push(store.get()));
  store.set(2);
  store.set(2);
  store.set(3);
  stop();
  store.set(4);
  expect(heard).toEqual([2, 3]);
});

test('a listener that stops another one while it is told does not confuse the others', () => {
  const store = makeStore(1);
  const heard: string[] = [];
  const stopFirst = store.subscribe(() => {
    heard.push('first');
    stopFirst();
  });
  store.subscribe(() => heard.push('second'));
  store.set(2);
  store.set(3);
  expect(heard).toEqual(['first', 'second', 'second']);
});

test('a listener that throws does not keep the others from hearing; the page is told', () => {
  const reported: unknown[] = [];
  vi.stubGlobal('queueMicrotask', (work: () => void) => {
    try {
      work();
    } catch (error) {
      reported.push(error);
    }
  });
  const store = makeStore(1);
  const fault = new Error('broken');
  let heard = 0;
  store.subscribe(() => {
    throw fault;
  });
  store.subscribe(() => {
    heard += 1;
  });
  store.set(2);
  expect([heard, reported]).toEqual([1, [fault]]);
  vi.unstubAllGlobals();
});

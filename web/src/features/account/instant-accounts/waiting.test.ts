import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readWaiting, writeWaiting } from './waiting.ts';

const key = 'matinee.waiting';
let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('[WI3] whoever waits is known when the page is opened again, until the wait is over', () => {
  writeWaiting({ name: 'anna', refreshToken: 'r' });
  expect(readWaiting()).toEqual({ name: 'anna', refreshToken: 'r' });
  writeWaiting(undefined);
  expect([readWaiting(), kept.size]).toEqual([undefined, 0]);
});

test.each(['', 'null', '7', '[]', '{"name":"anna"}', '{"refreshToken":"r"}', '{"name":1,"refreshToken":"r"}', '{'])(
  '[WI3] nobody waits by what is kept as %j',
  (text) => {
    kept.set(key, text);
    expect(readWaiting()).toBeUndefined();
  },
);

test('[WI3] a browser that keeps nothing waits as long as the page', () => {
  vi.stubGlobal('localStorage', undefined);
  writeWaiting({ name: 'anna', refreshToken: 'r' });
  expect(readWaiting()).toBeUndefined();
});

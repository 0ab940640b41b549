import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { amounts, danmakuAmount, danmakuSource } from '../features/film/danmaku/choices.ts';
import { makeStoredChoice } from './stored-choice.ts';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const volume = () => makeStoredChoice('matinee.volume', (stored) => Number(stored ?? 50));

test('a choice is the usual one until somebody chooses, and the chosen one in the next page', () => {
  expect(volume().get()).toBe(50);
  volume().set(0);
  expect(kept.get('matinee.volume')).toBe('0');
  expect(volume().get()).toBe(0);
});

test('a choice is read once, also when it stands for nothing', () => {
  const read = vi.fn(() => 0);
  const choice = makeStoredChoice('matinee.volume', read);
  expect([choice.get(), choice.get(), read.mock.calls.length]).toEqual([0, 0, 1]);
});

test('whoever listens is told of each choice until they end', () => {
  const choice = volume();
  const heard: number[] = [];
  const end = choice.subscribe(() => heard.push(choice.get()));
  choice.set(1);
  choice.set(2);
  end();
  choice.set(3);
  expect(heard).toEqual([1, 2]);
});

test('a browser that refuses storage keeps a choice as long as the page', () => {
  vi.stubGlobal('localStorage', undefined);
  const choice = volume();
  expect(choice.get()).toBe(50);
  choice.set(7);
  expect(choice.get()).toBe(7);
});

describe('[WDK3] the choices of comments', () => {
  test('are the usual ones where an older page kept something else', () => {
    kept.set('matinee.danmaku.amount', 'toString');
    expect(Object.keys(amounts)).toContain(danmakuAmount.get());
    expect(danmakuAmount.get()).toBe('all');
    expect(danmakuSource.get()).toBe('');
  });
});

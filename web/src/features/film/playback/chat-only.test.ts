import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isChatOnly, setChatOnly } from './chat-only.ts';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('[SY73] the film is left out in the room that was chosen, until it is shown again', () => {
  expect(isChatOnly('room_a')).toBe(false);
  setChatOnly('room_a', true);
  expect([isChatOnly('room_a'), isChatOnly('room_b')]).toEqual([true, false]);
  expect([...kept]).toEqual([['matinee.chatOnly.room_a', 'on']]);
  setChatOnly('room_a', false);
  expect([isChatOnly('room_a'), kept.size]).toEqual([false, 0]);
});

test('[SY73] the choice is still there when the tab is loaded again', () => {
  kept.set('matinee.chatOnly.room_c', 'on');
  expect(isChatOnly('room_c')).toBe(true);
});

test('[SY73] a browser that refuses storage keeps the choice as long as the page', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(isChatOnly('room_d')).toBe(false);
  setChatOnly('room_d', true);
  expect(isChatOnly('room_d')).toBe(true);
});

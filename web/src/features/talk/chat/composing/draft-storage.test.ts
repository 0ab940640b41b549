import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftStorage } from './draft-storage.ts';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('[WC20] a text is in the field again for its room and its author alone', () => {
  draftStorage('room_1', 'usr_1').write('half a sen');
  expect(draftStorage('room_1', 'usr_1').read()).toBe('half a sen');
  expect([draftStorage('room_2', 'usr_1').read(), draftStorage('room_1', 'usr_2').read()]).toEqual(['', '']);
});

test('[WC20] nothing is left of a text that was sent', () => {
  const storage = draftStorage('room_1', 'usr_1');
  storage.write('hello');
  storage.write('');
  expect([storage.read(), kept.size]).toEqual(['', 0]);
});

test('[WC20] a browser that refuses storage disturbs nobody who writes', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const storage = draftStorage('room_1', 'usr_1');
  storage.write('hello');
  storage.write('');
  expect(storage.read()).toBe('');
});

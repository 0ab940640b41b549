import { afterEach, expect, test, vi } from 'vitest';
import { makeStore } from '../../../../client/store.ts';
import { stayKey } from '../reload.ts';
import type { CallState } from './call.ts';
import { keepStay } from './stay.ts';

/** A tab with its stored text. */
function openTab(stored?: string) {
  const kept = new Map(stored === undefined ? [] : [[stayKey, stored]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const state = makeStore<CallState>({ is: 'idle' });
  const isMuted = makeStore(false);
  const talking = { isMuted, setMuted: (now: boolean) => isMuted.set(now) };
  return { state, isMuted, end: keepStay({ roomId: 'room_1', state, talking }), kept: () => kept.get(stayKey) };
}

afterEach(() => vi.unstubAllGlobals());

test('[WVO29] a tab keeps that it is in voice until it is not', () => {
  const tab = openTab();
  expect(tab.kept()).toBeUndefined();
  tab.state.set({ is: 'joining' });
  expect(tab.kept()).toBe('room_1');
  tab.isMuted.set(true);
  expect(tab.kept()).toBe('room_1 muted');
  tab.state.set({ is: 'idle' });
  expect(tab.kept()).toBeUndefined();
});

test('[WVO29] who leaves the room is not in voice', () => {
  const tab = openTab();
  tab.state.set({ is: 'joining' });
  tab.end();
  expect(tab.kept()).toBeUndefined();
});

test('[WVO29] a microphone that was off stays off, in its room', () => {
  expect(openTab('room_1 muted').isMuted.get()).toBe(true);
  expect(openTab('room_1').isMuted.get()).toBe(false);
  expect(openTab('room_2 muted').isMuted.get()).toBe(false);
});

test('[WVO29] without storage nothing fails', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const state = makeStore<CallState>({ is: 'idle' });
  const end = keepStay({ roomId: 'room_1', state, talking: { isMuted: makeStore(false), setMuted: () => {} } });
  state.set({ is: 'joining' });
  end();
});

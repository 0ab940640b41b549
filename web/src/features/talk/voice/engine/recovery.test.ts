import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeStore } from '../../../../client/store.ts';
import { makeRecovery } from './recovery.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(isStarter = true) {
  const state = makeStore<RTCPeerConnectionState>('new');
  const restarts: boolean[] = [];
  const recovery = makeRecovery({ state, restart: (isAnew) => restarts.push(isAnew) }, isStarter);
  return { state, restarts, recovery };
}

test('[WVO5] a first way that is not found in time is looked for anew, ever more rarely; then there is none, and it is still looked for', () => {
  const { restarts, recovery } = start();
  vi.advanceTimersByTime(7_999);
  expect(restarts).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(restarts).toEqual([true]);
  expect(recovery.state.get()).toBe('finding');
  vi.advanceTimersByTime(8_000);
  expect(recovery.state.get()).toBe('none');
  vi.advanceTimersByTime(15_999);
  expect(restarts).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(restarts).toHaveLength(3);
  vi.advanceTimersByTime(600_000);
  expect(restarts.length).toBeGreaterThan(10);
  expect(restarts.length).toBeLessThan(16);
});

test('[WVO5] a way that was there is looked for over the same connection first', () => {
  const { state, restarts, recovery } = start();
  state.set('connected');
  expect(recovery.state.get()).toBe('there');
  vi.advanceTimersByTime(60_000);
  expect(restarts).toEqual([]);
  state.set('failed');
  expect(recovery.state.get()).toBe('lost');
  vi.advanceTimersByTime(0);
  expect(restarts).toEqual([false]);
  vi.advanceTimersByTime(8_000);
  expect(restarts).toEqual([false, true]);
  state.set('connected');
  expect(recovery.state.get()).toBe('there');
  vi.advanceTimersByTime(60_000);
  expect(restarts).toHaveLength(2);
});

test('[WVO5] an interruption has some seconds to pass by itself', () => {
  const { state, restarts, recovery } = start();
  state.set('connected');
  state.set('disconnected');
  expect(recovery.state.get()).toBe('lost');
  vi.advanceTimersByTime(2_900);
  state.set('connected');
  vi.advanceTimersByTime(10_000);
  expect(restarts).toEqual([]);
  state.set('disconnected');
  vi.advanceTimersByTime(3_000);
  expect(restarts).toEqual([false]);
});

test('[WVO5] the two sides do not try at the same moment', () => {
  const { state, restarts } = start(false);
  state.set('connected');
  state.set('failed');
  vi.advanceTimersByTime(4_999);
  expect(restarts).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(restarts).toEqual([false]);
});

test('[WVO5] another network is a reason to try at once, and so is somebody who asks', () => {
  const { state, restarts, recovery } = start();
  recovery.networkChanged();
  expect(restarts).toEqual([]);
  state.set('connected');
  recovery.networkChanged();
  expect(restarts).toEqual([false]);
  state.set('disconnected');
  vi.advanceTimersByTime(40_000);
  expect(recovery.state.get()).toBe('none');
  const before = restarts.length;
  recovery.retry();
  expect(recovery.state.get()).toBe('finding');
  vi.advanceTimersByTime(0);
  expect(restarts).toHaveLength(before + 1);
});

test('[WVO5] a side that has started over has as long as at first, and nothing is tried after the end', () => {
  const { state, restarts, recovery } = start();
  state.set('connected');
  state.set('new');
  vi.advanceTimersByTime(8_000);
  expect(restarts).toHaveLength(1);
  recovery.close();
  vi.advanceTimersByTime(600_000);
  expect(restarts).toHaveLength(1);
});

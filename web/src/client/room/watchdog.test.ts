import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeWatchdog } from './watchdog.ts';

let silences: number;
let watchdog: ReturnType<typeof makeWatchdog>;
beforeEach(() => {
  vi.useFakeTimers();
  silences = 0;
  watchdog = makeWatchdog(() => {
    silences += 1;
  });
});
afterEach(() => {
  watchdog.stop();
  vi.useRealTimers();
});

test('[CS3] silence is told once, when it has lasted as long as it may', () => {
  watchdog.watch(10_000);
  vi.advanceTimersByTime(9_999);
  expect(silences).toBe(0);
  vi.advanceTimersByTime(1);
  expect(silences).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(silences).toBe(1);
});

test('[CS3] each frame lets silence begin anew', () => {
  watchdog.watch(10_000);
  for (let frames = 0; frames < 5; frames += 1) {
    vi.advanceTimersByTime(9_000);
    watchdog.feed();
  }
  expect(silences).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(silences).toBe(1);
});

test('[CS2] after the tab came back the next frame must come sooner, and those after it as usual', () => {
  watchdog.watch(10_000);
  watchdog.feed(4_000);
  vi.advanceTimersByTime(3_999);
  watchdog.feed();
  vi.advanceTimersByTime(9_999);
  expect(silences).toBe(0);
  watchdog.feed(4_000);
  vi.advanceTimersByTime(4_000);
  expect(silences).toBe(1);
});

test('a connection that was ended on purpose is not missed', () => {
  watchdog.watch(10_000);
  watchdog.stop();
  vi.advanceTimersByTime(60_000);
  expect(silences).toBe(0);
});

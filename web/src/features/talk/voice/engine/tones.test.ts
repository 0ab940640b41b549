import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playTone } from './tones.ts';

const close = vi.fn(async () => {});

/** A page without a user gesture yet: no time passes in its audio context. */
class SilentContext {
  currentTime = 0;
  destination = {};
  close = close;
  createGain = () => ({
    connect() {},
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
  });
  createOscillator = () => ({ connect() {}, frequency: { setValueAtTime() {} }, start() {}, stop() {} });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', SilentContext);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('[WVO13] tones that the browser does not play leave nothing behind', () => {
  playTone('joined');
  playTone('left');
  vi.advanceTimersByTime(500);
  expect(close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(close).toHaveBeenCalledTimes(2);
});

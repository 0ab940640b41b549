import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenLayersClosed } from './open-layer.ts';

let isOpen = true;
beforeEach(() => {
  isOpen = true;
  vi.useFakeTimers();
  vi.stubGlobal('document', { querySelector: () => (isOpen ? {} : null) });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('[WC14] what waits for a closing dialog runs once it has closed', () => {
  const run = vi.fn();
  whenLayersClosed(run);
  vi.advanceTimersByTime(200);
  expect(run).not.toHaveBeenCalled();
  isOpen = false;
  vi.advanceTimersByTime(16);
  expect(run).toHaveBeenCalledOnce();
});

test('[WC14] a dialog that stays open is waited for no longer than two seconds', () => {
  const run = vi.fn();
  whenLayersClosed(run);
  vi.advanceTimersByTime(3_000);
  expect([run.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});

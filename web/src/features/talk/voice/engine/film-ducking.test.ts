import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeStore } from '../../../../client/store.ts';
import { ducking } from '../../../film/playback/duck.port.ts';
import { filmDucking } from '../choices.ts';
import { duckWhileSpeaking } from './film-ducking.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  filmDucking.set('little');
  vi.useRealTimers();
});

test('[WVO15] the film is quieter while somebody else speaks, and for a moment after', () => {
  const speaking = makeStore<ReadonlySet<string>>(new Set());
  const end = duckWhileSpeaking(speaking, (peer) => peer !== 'self');
  speaking.set(new Set(['self']));
  expect(ducking.get()).toBe(1);
  speaking.set(new Set(['self', 'anna']));
  expect(ducking.get()).toBe(0.5);
  speaking.set(new Set());
  vi.advanceTimersByTime(1_100);
  expect(ducking.get()).toBe(0.5);
  speaking.set(new Set(['anna']));
  vi.advanceTimersByTime(5_000);
  expect(ducking.get()).toBe(0.5);
  speaking.set(new Set());
  vi.advanceTimersByTime(1_200);
  expect(ducking.get()).toBe(1);
  end();
});

test('[WVO15] how much is chosen, heard at once, and can be nothing', () => {
  const speaking = makeStore<ReadonlySet<string>>(new Set(['anna']));
  const end = duckWhileSpeaking(speaking, () => true);
  filmDucking.set('much');
  expect(ducking.get()).toBe(0.2);
  filmDucking.set('off');
  expect(ducking.get()).toBe(1);
  filmDucking.set('little');
  expect(ducking.get()).toBe(0.5);
  end();
  expect(ducking.get()).toBe(1);
});

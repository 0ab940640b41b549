import { expect, test } from 'vitest';
import { type EngineState, firstState } from './engine-state.ts';
import { playingState } from './simulation.ts';
import { isSameStatus, statusOf } from './status.ts';

const playing: EngineState = { ...firstState, motion: { state: playingState() } };

test('[SY22] missing data is told after 0.6 s, and only of an item', () => {
  const missing = { ...playing, missingSinceMs: 1_000 };
  expect(statusOf(missing, 1_600).isBuffering).toBe(false);
  expect(statusOf(missing, 1_601).isBuffering).toBe(true);
  expect(statusOf({ ...missing, motion: undefined }, 1_601).isBuffering).toBe(false);
});

test('[SY11] the skew is told while the film runs, as soon as enough was measured, with own nudges', () => {
  const samples = [0, 33, 66, 100].map((atMs) => ({ errorMs: 20.4, atMs }));
  const phase = {
    kind: 'following',
    samples,
    nudged: { ms: 10, atMs: 100 },
    teachesPlay: false,
    wasInterrupted: false,
    pausedSinceMs: undefined,
  } as const;
  const following = { ...playing, phase, correction: { ...playing.correction, factor: 0.9 } };
  expect(statusOf(following, 100).skewMs).toBe(30);
  expect(statusOf(following, 200).skewMs).toBe(20);
  expect(statusOf({ ...following, phase: { ...phase, samples: [] } }, 100).skewMs).toBeUndefined();
  expect(statusOf({ ...following, phase: { kind: 'ended' } }, 100).skewMs).toBeUndefined();
});

test('a status is new as soon as one part of it is', () => {
  const status = statusOf(playing, 0);
  expect(isSameStatus(status, { ...status })).toBe(true);
  expect(isSameStatus(status, { ...status, seeks: 1 })).toBe(false);
  expect(isSameStatus(status, { ...status, skewMs: 1 })).toBe(false);
});

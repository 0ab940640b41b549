import { expect, test } from 'vitest';
import { type EngineState, firstState } from './engine-state.ts';
import { noLivePlace } from './live-place.ts';
import { playingState } from './simulation.ts';
import { isRunning, isSameStatus, statusOf } from './status.ts';

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

test('a status says what the engine is doing', () => {
  const correction = { ...playing.correction, factor: 1.05, isLoose: true };
  const state: EngineState = { ...playing, correction, refused: 'sound', seeks: 3, live: noLivePlace };
  expect(statusOf(state, 0, true)).toEqual({
    phase: 'idle',
    skewMs: undefined,
    factor: 1.05,
    isLoose: true,
    isBuffering: false,
    refused: 'sound',
    isCoarse: true,
    seeks: 3,
    isLive: true,
    liveDelaySeconds: undefined,
    isFixed: false,
  });
  expect(statusOf(playing, 0)).toMatchObject({ isCoarse: false, isLive: false });
  const phases = ['idle', 'holding', 'starting', 'following', 'live', 'ended'] as const;
  const running = phases.filter((phase) => isRunning({ ...statusOf(playing, 0), phase }));
  expect(running).toEqual(['following', 'live']);
});

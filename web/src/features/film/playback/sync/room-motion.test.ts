import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedPosition, isMeantToMove, nextMotion, positionAt } from './room-motion.ts';
import { playingState } from './simulation.ts';

test('[SY1] it stands at the anchor until the start, then moves at the speed', () => {
  const state = playingState({ position_seconds: 10, start_at_ms: 5_000, speed: 1.5 });
  expect(expectedPosition(state, 4_000)).toBe(10);
  expect(expectedPosition(state, 7_000)).toBe(13);
});

test('[SY1] the position never goes back while it plays', () => {
  const times = fc.tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }));
  fc.assert(
    fc.property(times, fc.double({ min: 0.25, max: 4, noNaN: true }), ([a, b], speed) => {
      const state = playingState({ speed, start_at_ms: 1_000 });
      const [early, late] = [Math.min(a, b), Math.max(a, b)];
      expect(expectedPosition(state, late)).toBeGreaterThanOrEqual(expectedPosition(state, early));
    }),
  );
});

test('[SY2] it lies between the beginning and the end', () => {
  expect(expectedPosition(playingState({ duration_seconds: 12 }), 60_000)).toBe(12);
  expect(expectedPosition(playingState({ position_seconds: -1, is_playing: false }), 0)).toBe(0);
});

test('[SY3] nothing moves while people are waited for', () => {
  const state = playingState({ waiting: { members: [], until_ms: 9_000 } });
  expect(isMeantToMove(state)).toBe(false);
  expect(expectedPosition(state, 8_000)).toBe(10);
});

test('[SY4] older and repeated states are no news; a later one of a lower version is', () => {
  const motion = { state: playingState({ version: 5, at_ms: 100 }) };
  expect(nextMotion(motion, playingState({ version: 5, at_ms: 100 }), 200)).toBeUndefined();
  expect(nextMotion(motion, playingState({ version: 4, at_ms: 90 }), 200)).toBeUndefined();
  expect(nextMotion(motion, playingState({ version: 2, at_ms: 150 }), 200)).toBeDefined();
});

test('[SY5] over a new speed the position has no jump', () => {
  const before = playingState({ position_seconds: 10, start_at_ms: 0 });
  const after = playingState({ version: 2, at_ms: 1_000, position_seconds: 11.5, start_at_ms: 1_500, speed: 2 });
  const motion = nextMotion({ state: before }, after, 1_000)!;
  expect(positionAt(motion, 1_200)).toBeCloseTo(11.2);
  expect(positionAt(motion, 2_000)).toBeCloseTo(12.5);
});

test('[SY5] the film goes on until a change only where that is announced, of this film, and without a jump', () => {
  const before = playingState({ position_seconds: 10, start_at_ms: 0 });
  const goesOn = (over: Partial<PlaybackState>, from = before) => {
    const faster = { version: 2, at_ms: 1_000, position_seconds: 11.5, start_at_ms: 1_500, speed: 2 };
    const motion = nextMotion({ state: from }, playingState({ ...faster, ...over }), 1_000)!;
    if (motion.before !== undefined) expect(motion.before).toBe(from);
    return motion.before !== undefined;
  };
  expect([{}, { position_seconds: 11.549 }, { position_seconds: 11.451 }].map((over) => goesOn(over))).toEqual([
    true,
    true,
    true,
  ]);
  const jumps: Partial<PlaybackState>[] = [
    { position_seconds: 11.551 },
    { position_seconds: 11.449 },
    { start_at_ms: 1_000, position_seconds: 11 },
    { media_id: 'media_2' },
    { is_playing: false },
    { waiting: { members: [], until_ms: 9_000 } },
  ];
  expect(jumps.map((over) => goesOn(over))).toEqual(jumps.map(() => false));
  expect(goesOn({ position_seconds: 10 }, { ...before, is_playing: false })).toBe(false);
});

test('[SY4] a newer version counts whatever time it has, and so does a later time', () => {
  const motion = { state: playingState({ version: 5, at_ms: 100 }) };
  expect(nextMotion(motion, playingState({ version: 6, at_ms: 90 }), 200)).toBeDefined();
  expect(nextMotion(motion, playingState({ version: 5, at_ms: 101 }), 200)).toBeDefined();
  expect(nextMotion(motion, playingState({ version: 4, at_ms: 100 }), 200)).toBeUndefined();
});

test('[SY3] without an item nothing moves', () => {
  const { media_id: _, ...nothing } = playingState();
  expect(isMeantToMove(nothing)).toBe(false);
});

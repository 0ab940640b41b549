import { expect, test } from 'vitest';
import { maySkip, type SkipFacts } from './skipping.ts';

const broken: SkipFacts = { problem: 'not_found', isPlaying: true, doOthersPlay: false, hasStayed: false, skips: 0 };

test('[SY41] what nobody can play is skipped', () => {
  expect(maySkip(broken)).toBe(true);
  expect(maySkip({ ...broken, problem: 'format' })).toBe(true);
});

test('[SY41] what others see, what has played, and what somebody stays with is not skipped, nor is a paused room', () => {
  expect(maySkip({ ...broken, doOthersPlay: true })).toBe(false);
  expect(maySkip({ ...broken, problem: 'network' })).toBe(false);
  expect(maySkip({ ...broken, problem: 'offline' })).toBe(false);
  expect(maySkip({ ...broken, hasStayed: true })).toBe(false);
  expect(maySkip({ ...broken, isPlaying: false })).toBe(false);
});

test('[SY41] after three in a row the room stays', () => {
  expect([0, 1, 2, 3].map((skips) => maySkip({ ...broken, skips }))).toEqual([true, true, true, false]);
});

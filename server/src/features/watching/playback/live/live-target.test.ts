import { expect, test } from 'vitest';
import { emptyTimeline, type Timeline } from '../timeline.ts';
import { type LiveWish, liveTarget } from './live-target.ts';

const startedAtMs = 1_700_000_000_000;
const nowMs = startedAtMs + 600_000;
const past = { startedAtMs, seconds: 300 };
const live: Timeline = { ...emptyTimeline, mediaId: 'med_1', isLive: true, isPlaying: true, startAtMs: startedAtMs };
const wish: LiveWish = { isPlaying: true, positionSeconds: undefined, goesLive: false };
/** The room is `seconds` behind the newest. */
const behind = (seconds: number, isPlaying = true): Timeline => ({
  ...live,
  ...{ isPlaying, liveFromMs: startedAtMs, positionSeconds: 600 - seconds, startAtMs: nowMs },
});

test('[PB32] a pause at the newest keeps its place: about what players show, or what the command names', () => {
  expect(liveTarget(live, nowMs, { ...wish, isPlaying: false }, past)).toEqual({
    ...{ liveFromMs: startedAtMs, hasLeft: true, seekTo: 598, here: 598 },
  });
  const named = { ...wish, isPlaying: false, positionSeconds: 599.1 };
  expect(liveTarget(live, nowMs, named, past)).toMatchObject({ liveFromMs: startedAtMs, seekTo: 599.1 });
});

test('[PB32] playing goes on from the place of the pause, or from the oldest where that is gone', () => {
  expect(liveTarget(behind(20, false), nowMs, wish, past)).toEqual({
    ...{ liveFromMs: startedAtMs, hasLeft: false, seekTo: undefined, here: 580 },
  });
  expect(liveTarget(behind(400, false), nowMs, wish, past)).toMatchObject({ liveFromMs: startedAtMs, seekTo: 304 });
});

test('[PB32] a seek goes back as far as the past, and back to the newest', () => {
  expect(liveTarget(live, nowMs, { ...wish, positionSeconds: 300 }, past)).toMatchObject({
    ...{ liveFromMs: startedAtMs, seekTo: 304, here: 598 },
  });
  expect(() => liveTarget(live, nowMs, { ...wish, positionSeconds: 299 }, past)).toThrow('not kept any more');
  expect(liveTarget(behind(100), nowMs, { ...wish, positionSeconds: 596 }, past)).toMatchObject({
    ...{ liveFromMs: null, hasLeft: true, seekTo: 600 },
  });
  expect(liveTarget(behind(100), nowMs, { ...wish, goesLive: true }, past)).toMatchObject({
    ...{ liveFromMs: null, hasLeft: true, seekTo: 600 },
  });
});

test('[PB32] what changes neither leaves the room where it is', () => {
  expect(liveTarget(live, nowMs, wish, past)).toMatchObject({ liveFromMs: null, hasLeft: false, seekTo: undefined });
  expect(liveTarget(behind(100), nowMs, wish, past)).toMatchObject({
    ...{ liveFromMs: startedAtMs, hasLeft: false, seekTo: undefined },
  });
});

test('[PB33] another time on the air, or none, has no place that the room had before', () => {
  const later = { startedAtMs: startedAtMs + 500_000, seconds: 300 };
  expect(liveTarget(behind(100), nowMs, wish, later)).toMatchObject({ liveFromMs: null, hasLeft: true, seekTo: 100 });
  expect(liveTarget(behind(100), nowMs, wish, undefined)).toMatchObject({ liveFromMs: null, hasLeft: true });
  expect(liveTarget({ ...live, liveFromMs: null }, nowMs, wish, undefined).hasLeft).toBe(false);
});

import { describe, expect, test } from 'vitest';
import { noCorrection } from './corrector.ts';
import { type EngineState, type Following, firstState, type Moment } from './engine-state.ts';
import { errorAt, lookAtFollowing, measured, skewOf } from './following.ts';
import type { PlayerView } from './media-port.ts';
import { playingState } from './simulation.ts';

/** A room that was at 0 at time 0, and a loaded film. */
const motion = { state: playingState({ position_seconds: 0 }) };
const moment = (nowMs: number, player: Partial<PlayerView> = {}): Moment => ({
  nowMs,
  offsetMs: 0,
  isClockReady: true,
  player: {
    currentTime: nowMs / 1000,
    playbackRate: 1,
    muted: false,
    duration: 600,
    paused: false,
    ended: false,
    seeking: false,
    readyState: 4,
    buffered: { length: 1, start: () => 0, end: () => 600 },
    ...player,
  },
});
const followed: Following = {
  kind: 'following',
  samples: [],
  nudged: { ms: 0, atMs: 0 },
  teachesPlay: false,
  wasInterrupted: false,
  pausedSinceMs: undefined,
};
/** Four frames in the 100 ms before `nowMs`, all with the same error. */
const seen = (errorMs: number, nowMs: number) => [99, 66, 33, 0].map((ago) => ({ errorMs, atMs: nowMs - ago }));
const lookAt = (phase: Partial<Following>, at: Moment, over: Partial<EngineState> = {}) => {
  const following = { ...followed, ...phase };
  const state = { ...firstState, motion, lastFrameMs: at.nowMs, phase: following, ...over };
  const { state: next, actions } = lookAtFollowing(state, following, motion, at);
  return { next, phase: next.phase as Following, actions };
};

describe('the error', () => {
  test('[SY10] is the time by which the picture is ahead, at the speed of the room then', () => {
    const fast = { state: playingState({ position_seconds: 10, start_at_ms: 10_000, speed: 2 }), before: motion.state };
    const ahead = { ...moment(0), offsetMs: 1_000 };
    expect(errorAt(fast, ahead, 12.4, 10_000)).toBeCloseTo(200);
    expect(errorAt(fast, ahead, 9.2, 8_000)).toBeCloseTo(200);
  });

  test('[SY10] [SY11] is measured while the player plays, without what own nudges did', () => {
    const nudged = { ms: 10, atMs: 1_000 };
    const slower = { ...noCorrection, factor: 0.9 };
    const samples = (player: Partial<PlayerView>, atMs: number) =>
      measured({ ...followed, nudged }, slower, moment(1_200, player), 50, atMs).samples;
    expect(samples({}, 1_100)).toEqual([{ errorMs: 50 - 10 + 10, atMs: 1_100 }]);
    // For a frame from before the last look, only the movement that was known then counts.
    expect(samples({}, 900)).toEqual([{ errorMs: 50 - 10, atMs: 900 }]);
    expect([samples({ paused: true }, 1_100), samples({ seeking: true }, 1_100)]).toEqual([[], []]);
    expect(skewOf({ ...followed, nudged, samples: seen(50, 1_200) }, slower, 1_200)).toBeCloseTo(50 + 10 - 20);
  });

  test('[SY10] is read from the position where no frame has come for 300 ms', () => {
    const off = moment(5_000, { currentTime: 5.007 });
    expect(lookAt({}, off, { lastFrameMs: 4_700 }).phase.samples).toEqual([]);
    expect(lookAt({}, off, { lastFrameMs: 4_699 }).phase.samples).toEqual([
      { errorMs: expect.closeTo(7, 6), atMs: 5_000 },
    ]);
  });
});

describe('a player that follows', () => {
  test('[SY12] [SY13] plays at the speed of the room times the correction, and remembers what that moves', () => {
    const nudging = { ...noCorrection, factor: 1.05, sinceMs: 4_000 };
    const before = { samples: seen(-100, 5_000), nudged: { ms: 15, atMs: 4_900 } };
    const { next, phase, actions } = lookAt(before, moment(5_000), { correction: nudging });
    expect(phase.nudged).toEqual({ ms: expect.closeTo(20), atMs: 5_000 });
    expect(next.correction.factor).toBe(1.05);
    expect(actions).toEqual([{ kind: 'rate', rate: 1.05 }]);
    expect(lookAt(before, moment(5_000, { playbackRate: 1.05 }), { correction: nudging }).actions).toEqual([]);
  });

  test('[SY16] [SY17] seeks where the room will be, if half a second is loaded there', () => {
    const behind = { samples: seen(-700, 5_000) };
    const until = (end: number) => moment(5_000, { buffered: { length: 1, start: () => 0, end: () => end } });
    const sought = lookAt(behind, until(5.8));
    expect(sought.phase.kind).toBe('starting');
    expect(sought.next).toMatchObject({ seeks: 1, correction: { seeks: [5_000] } });
    expect(lookAt(behind, until(5.79)).actions).toEqual([{ kind: 'rate', rate: 1.1 }]);
  });

  test('[SY57] is not corrected by its speed where it knows its place to half a second', () => {
    const behind = { samples: seen(-700, 5_000) };
    expect(lookAt(behind, moment(5_000, { isCoarse: true })).actions).toEqual([]);
  });

  test('[SY20] teaches the delay of play() once, with its first measured error after the rest', () => {
    const begun = { teachesPlay: true, samples: seen(-12, 5_000) };
    const taught = lookAt(begun, moment(5_000), { correction: { ...noCorrection, restUntilMs: 5_000 } });
    expect([taught.next.delays.play, taught.phase.teachesPlay]).toEqual([[42], false]);
    const resting = lookAt(begun, moment(5_000), { correction: { ...noCorrection, restUntilMs: 5_001 } });
    expect([resting.next.delays.play, resting.phase.teachesPlay]).toEqual([[], true]);
    const blind = lookAt({ ...begun, samples: [] }, moment(5_000));
    expect([blind.next.delays.play, blind.phase.teachesPlay]).toEqual([[], true]);
    const learnt = lookAt({ ...begun, teachesPlay: false }, moment(5_000));
    expect([learnt.next.delays.play, learnt.phase.teachesPlay]).toEqual([[], false]);
    const interrupted = lookAt({ ...begun, wasInterrupted: true }, moment(5_000));
    expect([interrupted.next.delays.play, interrupted.phase.teachesPlay]).toEqual([[], false]);
  });
});

describe('an interruption', () => {
  test('[SY31] ends with a seek from 100 ms on, else with a rest, by the position at that moment', () => {
    const stopped = { wasInterrupted: true };
    const sought = lookAt(stopped, moment(5_000, { currentTime: 4.85 }));
    expect(sought.next).toMatchObject({ phase: { kind: 'starting', isOwn: true }, correction: { seeks: [5_000] } });
    const close = lookAt({ ...stopped, samples: seen(-900, 5_000) }, moment(5_000, { currentTime: 4.95 }));
    expect(close.phase).toMatchObject({ kind: 'following', wasInterrupted: false });
    expect(close.next.correction).toMatchObject({ factor: 1, sinceMs: 5_000, restUntilMs: 5_400 });
    expect(lookAt({}, moment(5_000)).next.correction).toBe(noCorrection);
  });

  test('[SY24] by something else that pauses the player is over when it plays, or after 250 ms', () => {
    const paused = (nowMs: number) => moment(nowMs, { paused: true, currentTime: 5 });
    const first = lookAt({ samples: seen(0, 5_000) }, paused(5_000));
    expect(first.phase).toEqual({ ...followed, wasInterrupted: true, pausedSinceMs: 5_000 });
    expect(lookAt(first.phase, paused(5_249)).phase.pausedSinceMs).toBe(5_000);
    expect(lookAt(first.phase, paused(5_250)).next.phase).toMatchObject({ kind: 'starting', isOwn: true });
    expect(lookAt(first.phase, moment(5_100)).phase.pausedSinceMs).toBeUndefined();
    // While the browser needs a tap first, nothing else helps.
    const waiting = lookAt(first.phase, paused(60_000), { refused: 'play' });
    expect([waiting.phase.pausedSinceMs, waiting.actions]).toEqual([5_000, []]);
  });

  test('[SY21] by missing data is waited for near to the room or where data is, else it jumps after 1.5 s', () => {
    const bare = { length: 0, start: () => 0, end: () => 0 };
    const starved = (currentTime: number, missingMs: number, buffered: PlayerView['buffered'] = bare) =>
      lookAt({ teachesPlay: true, samples: seen(0, 9_000) }, moment(9_000, { currentTime, readyState: 2, buffered }), {
        missingSinceMs: 9_000 - missingMs,
      });
    for (const { phase, actions } of [
      starved(6.9, 1_499),
      starved(7, 1_500),
      starved(11, 1_500),
      starved(6.9, 1_500, { length: 1, start: () => 8, end: () => 10 }),
    ]) {
      expect(phase).toEqual({ ...followed, wasInterrupted: true });
      expect(actions).toEqual([]);
    }
    for (const lost of [starved(6.9, 1_500), starved(11.1, 1_500)])
      expect(lost.next).toMatchObject({ lastJumpMs: 9_000, seeks: 1, phase: { kind: 'starting', isOwn: true } });
  });
});

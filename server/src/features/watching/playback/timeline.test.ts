import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, breakEndsAtMs, emptyTimeline, endsAtMs, positionAt, startLeadMs, type Timeline } from './timeline.ts';

const startMs = 1_700_000_000_000;
const waiting = { members: [{ userId: 'usr_1', username: 'anna', displayName: 'Anna' }], untilMs: startMs + 8_000 };
const film: Timeline = {
  ...emptyTimeline,
  mediaId: 'med_1',
  playlistId: 'pl_1',
  positionSeconds: 10,
  isPlaying: true,
  atMs: startMs - 200,
  startAtMs: startMs,
  durationSeconds: 100,
  version: 3,
};

const timelines: fc.Arbitrary<Timeline> = fc
  .record({
    positionSeconds: fc.double({ min: 0, max: 7_200, noNaN: true }),
    speed: fc.double({ min: 0.25, max: 4, noNaN: true }),
    isPlaying: fc.boolean(),
    leadMs: fc.integer({ min: 0, max: 61_500 }),
    remaining: fc.option(fc.double({ min: 0, max: 7_200, noNaN: true })),
    waiting: fc.constantFrom(null, waiting),
    version: fc.integer({ min: 0, max: 1_000 }),
  })
  .map(({ leadMs, remaining, ...state }) => ({
    ...film,
    ...state,
    startAtMs: startMs + leadMs,
    durationSeconds: remaining === null ? null : state.positionSeconds + remaining,
  }));
const moments = fc.integer({ min: -10_000, max: 10_000_000 }).map((ms) => startMs + ms);

describe('positionAt', () => {
  test('[PB1] is the anchor while playback is paused or waits', () => {
    expect(positionAt({ ...film, isPlaying: false }, startMs + 60_000)).toBe(10);
    expect(positionAt({ ...film, waiting }, startMs + 60_000)).toBe(10);
  });

  test('[PB2] is anchor + elapsed × speed, counted from startAtMs, and the anchor before that', () => {
    expect(positionAt(film, startMs + 5_000)).toBe(15);
    expect(positionAt({ ...film, speed: 2 }, startMs + 5_000)).toBe(20);
    expect(positionAt({ ...film, speed: 0.25 }, startMs + 4_000)).toBe(11);
    expect(positionAt(film, startMs - 150)).toBe(10);
  });

  test('[PB3] never goes behind the end', () => {
    expect(positionAt(film, startMs + 3_600_000)).toBe(100);
    expect(positionAt({ ...film, durationSeconds: null }, startMs + 3_600_000)).toBe(3_610);
  });

  test('[PB1] [PB2] [PB3] for every state: stands still or moves at its speed, never back, never behind the end', () => {
    fc.assert(
      fc.property(timelines, moments, fc.integer({ min: 0, max: 1_000_000 }), (timeline, at, laterMs) => {
        const now = positionAt(timeline, at);
        const then = positionAt(timeline, at + laterMs);
        expect(now).toBeGreaterThanOrEqual(timeline.positionSeconds);
        expect(then).toBeGreaterThanOrEqual(now);
        expect(then - now).toBeLessThanOrEqual((laterMs / 1000) * timeline.speed + 1e-6);
        if (timeline.durationSeconds !== null) expect(then).toBeLessThanOrEqual(timeline.durationSeconds);
        if (!timeline.isPlaying || timeline.waiting) expect(then).toBe(timeline.positionSeconds);
      }),
    );
  });
});

describe('endsAtMs', () => {
  test('[PB4] is start + remaining ÷ speed, and unknown without a length or while it stands still', () => {
    expect(endsAtMs(film)).toBe(startMs + 90_000);
    expect(endsAtMs({ ...film, speed: 2 })).toBe(startMs + 45_000);
    expect(endsAtMs({ ...film, durationSeconds: null })).toBeUndefined();
    expect(endsAtMs({ ...film, isPlaying: false })).toBeUndefined();
    expect(endsAtMs({ ...film, waiting })).toBeUndefined();
  });

  test('[PB4] is the first moment at which the position is the end', () => {
    fc.assert(
      fc.property(timelines, (timeline) => {
        const endMs = endsAtMs(timeline);
        if (endMs === undefined) return;
        const { durationSeconds, positionSeconds } = timeline;
        expect(positionAt(timeline, endMs)).toBeCloseTo(durationSeconds!, 3);
        if (durationSeconds! - positionSeconds > 1)
          expect(positionAt(timeline, endMs - 100)).toBeLessThan(durationSeconds!);
      }),
    );
  });
});

test('[PB5] a start is ahead by twice the slow round trip and 60 ms, between 150 and 1 500 ms', () => {
  expect(startLeadMs(0)).toBe(150);
  expect(startLeadMs(45)).toBe(150);
  expect(startLeadMs(100)).toBe(260);
  expect(startLeadMs(720)).toBe(1_500);
  expect(startLeadMs(60_000)).toBe(1_500);
});

describe('breakEndsAtMs', () => {
  const untilMs = startMs + 300_000;
  const atBreak = (isPlaying: boolean, goesOn: boolean) => ({ ...film, isPlaying, breakTime: { untilMs, goesOn } });

  test('[PB29] is the end of a break after which the room goes on by itself', () => {
    expect(breakEndsAtMs(atBreak(false, true))).toBe(untilMs);
  });

  test('[PB29] is unknown without a break, when somebody has to go on, and once the room plays', () => {
    expect(breakEndsAtMs({ ...film, isPlaying: false })).toBeUndefined();
    expect(breakEndsAtMs(atBreak(false, false))).toBeUndefined();
    expect(breakEndsAtMs(atBreak(true, true))).toBeUndefined();
  });
});

describe('advance', () => {
  test('[PB6] names the user as others see them, and keeps neither the jump nor the break of the state before', () => {
    const before = { ...film, previousPositionSeconds: 4, breakTime: { untilMs: startMs + 300_000, goesOn: true } };
    const cause = { action: PlaybackAction.PLAY, actorId: 'usr_1', actorName: 'anna', actorDisplayName: 'Anna' };
    const next = advance(before, startMs, cause, {});
    expect(next).toMatchObject({ actorDisplayName: 'Anna', previousPositionSeconds: null, breakTime: null });
    expect(advance(next, startMs, { action: PlaybackAction.ADVANCE }, {}).actorDisplayName).toBe('');
  });

  test('[PB6] raises the version by one and says who did it, how, and under which operation', () => {
    const cause = { action: PlaybackAction.PAUSE, actorId: 'usr_1', actorName: 'anna', clientOperationId: 'op-1' };
    const next = advance(film, startMs + 5_000, cause, { isPlaying: false });
    expect(next).toMatchObject({ ...cause, version: 4, positionSeconds: 15, isPlaying: false, atMs: startMs + 5_000 });
    const byItself = advance(next, startMs + 6_000, { action: PlaybackAction.ADVANCE }, {});
    expect(byItself).toMatchObject({ actorId: null, actorName: '', clientOperationId: null, version: 5 });
  });

  test('[PB2] [PB6] a change of nothing moves nobody: before and after, the position is the same', () => {
    fc.assert(
      fc.property(timelines, moments, fc.integer({ min: 0, max: 600_000 }), (timeline, nowMs, laterMs) => {
        const next = advance(timeline, nowMs, { action: PlaybackAction.WAIT }, {});
        expect(next.version).toBe(timeline.version + 1);
        expect(positionAt(next, nowMs + laterMs)).toBeCloseTo(positionAt(timeline, nowMs + laterMs), 4);
      }),
    );
  });
});

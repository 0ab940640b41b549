import { describe, expect, test } from 'vitest';
import { isFarOff, secondsOff, standingOf } from './controls/sync-standing.ts';
import { formatTime, speakTime } from './format-time.port.ts';
import { activityOf, groupActivity } from './overlay/activity.ts';
import { restOf } from './overlay/rest.ts';
import { hasEnded } from './playback.port.ts';
import { isNews, type PlayerFacts, reportOf } from './reports.ts';
import { playingState } from './sync/simulation.ts';
import type { SyncStatus } from './sync/status.ts';

const status: SyncStatus = {
  phase: 'following',
  skewMs: 3,
  factor: 1,
  isLoose: false,
  isBuffering: false,
  refused: 'nothing',
  isCoarse: false,
  seeks: 0,
  isLive: false,
  liveDelaySeconds: undefined,
  liveNeedMs: undefined,
  isFixed: false,
};

test('[SY71] an item is over where it stands at its end, and its length is known', () => {
  const end = { is_playing: false, position_seconds: 89.5, duration_seconds: 90 };
  const ended = (parts: object) => hasEnded(playingState({ ...end, ...parts }));
  expect([ended({}), ended({ position_seconds: 90 })]).toEqual([true, true]);
  expect([
    ended({ is_playing: true }),
    ended({ position_seconds: 80 }),
    ended({ duration_seconds: undefined }),
  ]).toEqual([false, false, false]);
  expect([hasEnded(undefined), ended({ duration_seconds: 0, position_seconds: 0 })]).toEqual([false, false]);
});

test('[SY86] the room rests from the end of the item on, sooner at a higher speed, and not while it stands still', () => {
  const end = { is_playing: true, start_at_ms: 1_000, position_seconds: 70, duration_seconds: 90, speed: 2 };
  const rest = (parts: object, seconds = 5) => restOf(playingState({ ...end, ...parts }), seconds);
  expect(rest({})).toEqual({ fromMs: 11_000, untilMs: 16_000 });
  expect(rest({ position_seconds: 90 })).toEqual({ fromMs: 1_000, untilMs: 6_000 });
  expect([
    rest({}, 0),
    rest({ is_playing: false }),
    rest({ duration_seconds: undefined }),
    rest({ waiting: { members: [], until_ms: 0 } }),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});

describe('reports', () => {
  const facts: PlayerFacts = {
    mediaId: 'media_1',
    state: playingState({ start_at_ms: 0 }),
    status,
    durationSeconds: 90,
    hasRun: true,
    isLate: false,
    hasProblem: false,
    isHidden: false,
  };
  const stateOf = (over: Partial<PlayerFacts>) => reportOf({ ...facts, ...over }).state;

  test('[SY26] a player that plays says so, with its skew and the length of the item', () => {
    expect(reportOf(facts)).toEqual({
      media_id: 'media_1',
      state: 'playing',
      ended: false,
      skew_ms: 3,
      duration_seconds: 90,
    });
  });

  test('[SY22] [SY26] missing data is told, but not by those who come late or cannot play it at all', () => {
    const buffering = { status: { ...status, isBuffering: true } };
    expect(stateOf(buffering)).toBe('buffering');
    expect(stateOf({ ...buffering, hasRun: false, isLate: true })).toBe('idle');
    expect(stateOf({ ...buffering, hasRun: false })).toBe('buffering');
    expect(stateOf({ ...buffering, hasProblem: true })).toBe('idle');
  });

  test('[SY23] the end is told', () => {
    expect(reportOf({ ...facts, status: { ...status, phase: 'ended' } }).ended).toBe(true);
  });

  test('[SY26] a small change of the skew is no news', () => {
    const report = reportOf(facts);
    expect(isNews({ ...report, skew_ms: 40 }, report)).toBe(false);
    expect(isNews({ ...report, state: 'buffering' }, report)).toBe(true);
  });
});

describe('what people see', () => {
  test('[SY27] in sync within 80 ms', () => {
    expect(standingOf({ ...status, skewMs: -80 }, true)).toBe('inSync');
    expect(standingOf({ ...status, skewMs: 81 }, true)).toBe('catchingUp');
    expect(standingOf({ ...status, isLoose: true }, true)).toBe('inSync');
    expect(standingOf(status, false)).toBeUndefined();
  });

  test('[SY45] how far a player is off is said in seconds, and a jump is offered', () => {
    const off = (skewMs: number, isLoose = false) => ({ ...status, skewMs, isLoose });
    expect(standingOf(off(-5_900, true), true)).toBe('behind');
    expect(standingOf(off(5_900), true)).toBe('ahead');
    expect(secondsOff(-5_930, 'de')).toBe('5,9');
    expect([off(-999), off(-1_000), off(-81, true), off(-80, true)].map(isFarOff)).toEqual([false, true, true, false]);
    expect(isFarOff({ ...off(-5_900), isBuffering: true })).toBe(false);
  });

  test('[SY28] seeks in a row are one, and are taken back to where the first began', () => {
    const seek = (version: number, from: number, to: number) =>
      activityOf(playingState({ version, action: 'seek', previous_position_seconds: from, position_seconds: to }))!;
    const both = groupActivity(seek(2, 10, 40), seek(3, 40, 80));
    expect(both.undoTo).toBe(10);
    expect(both.values.position).toBe(80);
    expect(activityOf(playingState({ action: 'wait' }))).toBeUndefined();
  });

  test('times are written and spoken', () => {
    expect([formatTime(65.9), formatTime(3_725)]).toEqual(['1:05', '1:02:05']);
    expect(speakTime(3_725, 'en')).toBe('1 hour 2 minutes 5 seconds');
  });
});

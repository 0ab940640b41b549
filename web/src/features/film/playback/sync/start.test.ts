import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noDelays } from './learned.ts';
import { beginStart, type Start, type StartMoment, type StartStep, stepStart, wakeStart } from './start.ts';

/** A loaded player that stands at `currentTime` in a room that was at 0 at time 0. */
function at(nowMs: number, currentTime: number, over: Partial<StartMoment> = {}): StartMoment {
  return {
    nowMs,
    player: {
      currentTime,
      playbackRate: 1,
      muted: false,
      duration: 600,
      paused: true,
      ended: false,
      seeking: false,
      readyState: 4,
      buffered: { length: 1, start: () => 0, end: () => 600 },
    },
    delays: noDelays,
    speed: 1,
    startAtMs: 0,
    positionAt: (localMs) => Math.max(0, localMs / 1000),
    ...over,
  };
}

/** A start that goes on. */
function going(step: StartStep) {
  if (step.kind !== 'going') throw new Error('it plays');
  return step;
}

test('[SY6] a player in place waits; one that is a little off starts earlier or later instead of seeking', () => {
  const wakes = [0, -0.09, 0.39].map((off) => {
    const { start, seekTo } = going(beginStart(at(10_000, 12 + off, { startAtMs: 12_000 })));
    expect(seekTo).toBeUndefined();
    return start.kind === 'timed' ? start.wakeAtMs : undefined;
  });
  expect(wakes).toEqual([11_966, expect.closeTo(11_876, 3), expect.closeTo(12_356, 3)]);
});

test('[SY6] one that is farther off seeks', () => {
  expect(going(beginStart(at(10_000, 11.89, { startAtMs: 12_000 }))).seekTo).toBe(12);
  expect(going(beginStart(at(10_000, 12.41, { startAtMs: 12_000 }))).seekTo).toBe(12);
});

test('[SY6] nobody starts in place with a seek under way', () => {
  const seeking = at(10_000, 12, { startAtMs: 12_000 });
  const { start } = going(beginStart({ ...seeking, player: { ...seeking.player, seeking: true } }));
  expect(start.kind).toBe('loading');
});

test('[SY8] where nothing is loaded, more time is allowed than for a seek', () => {
  const bare = { length: 0, start: () => 0, end: () => 0 };
  const loaded = at(60_000, 0);
  const unloaded = { ...loaded, player: { ...loaded.player, buffered: bare } };
  const [near, far] = [going(beginStart(loaded)).seekTo!, going(beginStart(unloaded)).seekTo!];
  expect(near).toBeCloseTo(60.2215);
  expect(far).toBeCloseTo(60.534);
});

test('[SY8] where play() was seen to begin before it was told to, the seek aims no earlier than now', () => {
  const delays = { ...noDelays, play: [-40] };
  expect(going(beginStart(at(60_000, 0, { delays }))).seekTo).toBeCloseTo(60 + 0.004 + 0.1875);
});

/** A start in its aim number `count`, which aims at 12 000. Its seek began a second before. */
const loading = (count: number): Start => ({
  kind: 'loading',
  aim: { atMs: 12_000, count },
  sinceMs: 11_000,
  teaches: undefined,
});

test('[SY9] a start that is more than 60 ms late aims again, further ahead, until it has aimed three times', () => {
  expect(stepStart(loading(1), at(12_030, 12))).toMatchObject({ kind: 'play', wasInTime: false });
  for (const count of [1, 2]) {
    const again = going(stepStart(loading(count), at(12_031, 12)));
    const aim = { atMs: 12_065 + 187.5 * (count + 1), count: count + 1 };
    expect(again.start).toEqual({ kind: 'loading', aim, sinceMs: 12_031, teaches: 'seek' });
    expect(again.seekTo).toBeCloseTo(aim.atMs / 1000);
  }
  expect(stepStart(loading(3), at(20_000, 12)).kind).toBe('play');
});

test('[SY9] it does not aim again where the data ends before the seek would', () => {
  const late = at(12_031, 12);
  const until = (end: number) => ({ ...late.player, buffered: { length: 1, start: () => 0, end: () => end } });
  // The seek is over within 0.3 s, and 0.3 s more must be there.
  expect(stepStart(loading(1), { ...late, player: until(12.64) }).kind).toBe('going');
  expect(stepStart(loading(1), { ...late, player: until(12.62) }).kind).toBe('play');
});

test.each([
  ['seeks', { seeking: true }],
  ['has no picture to go on with', { readyState: 2 }],
  ['has loaded less than 0.3 s', { buffered: { length: 1, start: () => 0, end: () => 12.29 } }],
])('[SY9] a player that %s is not started', (_, over) => {
  const start = loading(1);
  const loadingStill = at(12_500, 12);
  const step = stepStart(start, { ...loadingStill, player: { ...loadingStill.player, ...over } });
  expect(going(step)).toMatchObject({ start, seekTo: undefined });
  expect(going(wakeStart(start, loadingStill)).start).toBe(start);
});

test('[SY6] the last 12 ms have a timer of their own, as timers are late', () => {
  const timed = { kind: 'timed', aim: { atMs: 12_000, count: 1 }, wakeAtMs: 11_900 } as const;
  const wakes = [11_957, 11_958].map((nowMs) => going(wakeStart(timed, at(nowMs, 12))).start);
  expect(wakes).toEqual([
    { ...timed, wakeAtMs: 11_966 },
    { ...timed, wakeAtMs: 11_970 },
  ]);
});

test('[SY9] data that is not there when the moment comes is waited for, and teaches nothing about seeks', () => {
  const due = at(11_970, 12, { startAtMs: 12_000 });
  const timed = { kind: 'timed', aim: { atMs: 12_000, count: 1 }, wakeAtMs: 11_970 } as const;
  const starved = going(wakeStart(timed, { ...due, player: { ...due.player, readyState: 2 } }));
  expect(starved.start).toMatchObject({ kind: 'loading', teaches: undefined });
  const soon = at(12_020, 12, { startAtMs: 12_000 });
  expect(stepStart(starved.start, soon)).toEqual({ kind: 'play', wasInTime: false, delays: noDelays });
});

test('[SY20] a seek that took 80 ms teaches that seeks take 80 ms', () => {
  const begun = going(beginStart(at(60_000, 0)));
  const done = stepStart(begun.start, at(60_080, begun.seekTo!));
  expect([done.delays.seek, done.delays.load]).toEqual([[80], []]);
  expect(done.kind).toBe('going');
  const loaded = stepStart({ ...loading(1), teaches: 'load' } as Start, at(11_700, 12));
  expect([loaded.delays.seek, loaded.delays.load]).toEqual([[], [700]]);
});

test('[SY20] a start that is woken in time says so, so that it teaches the delay of play()', () => {
  const timed = { kind: 'timed', aim: { atMs: 12_000, count: 1 }, wakeAtMs: 11_970 } as const;
  expect(wakeStart(timed, at(11_973, 12))).toMatchObject({ kind: 'play', wasInTime: true });
  expect(wakeStart(timed, at(11_974, 12))).toMatchObject({ kind: 'play', wasInTime: false });
});

test('[SY6] wherever player and room are, a start seeks once or waits, and wakes between now and its moment', () => {
  const anywhere = fc.record({
    nowMs: fc.integer({ min: 0, max: 100_000 }),
    currentTime: fc.double({ min: 0, max: 600, noNaN: true }),
    leadMs: fc.integer({ min: -5_000, max: 5_000 }),
    speed: fc.constantFrom(0.5, 1, 2),
  });
  fc.assert(
    fc.property(anywhere, ({ nowMs, currentTime, leadMs, speed }) => {
      const startAtMs = nowMs + leadMs;
      const positionAt = (localMs: number) => 100 + (Math.max(0, localMs - startAtMs) / 1000) * speed;
      const { start, seekTo } = going(beginStart(at(nowMs, currentTime, { startAtMs, speed, positionAt })));
      expect(start.aim.atMs).toBeGreaterThanOrEqual(nowMs);
      if (start.kind === 'timed') {
        expect(seekTo).toBeUndefined();
        expect(start.wakeAtMs).toBeGreaterThan(nowMs);
        expect(start.wakeAtMs).toBeLessThan(start.aim.atMs);
        expect(Math.abs(positionAt(start.aim.atMs) - currentTime)).toBeLessThan(0.4 * speed + 1e-6);
      } else expect(seekTo).toBeCloseTo(positionAt(start.aim.atMs));
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noDelays } from './learned.ts';
import { beginStart, type StartMoment, type StartStep, stepStart, wakeStart } from './start.ts';

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
  expect(done.delays.seek).toEqual([80]);
  expect(done.kind).toBe('going');
});

test('[SY20] a start that is woken in time says so, so that it teaches the delay of play()', () => {
  const timed = { kind: 'timed', aim: { atMs: 12_000, count: 1 }, wakeAtMs: 11_970 } as const;
  expect(wakeStart(timed, at(11_973, 12))).toMatchObject({ kind: 'play', wasInTime: true });
  expect(wakeStart(timed, at(11_975, 12))).toMatchObject({ kind: 'play', wasInTime: false });
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

import { expect, test, vi } from 'vitest';
import { browserTime, bufferedAhead, isLoadedAt, type MediaPort, type PlayerView, viewOf } from './media-port.ts';

/** A player of 100 s that has loaded 10–20 and 50 to the end. */
const ranges = [
  [10, 20],
  [50, 100],
] as const;
const player = (duration = 100) =>
  ({
    duration,
    buffered: { length: ranges.length, start: (index) => ranges[index]![0], end: (index) => ranges[index]![1] },
  }) as PlayerView;

test('what is loaded ahead ends at the first hole', () => {
  expect([9, 12, 19.5, 20, 30, 60].map((at) => bufferedAhead(player(), at))).toEqual([0, 8, 0.5, 0, 0, 40]);
});

test('a tenth of a second in front of what is loaded plays too', () => {
  expect(bufferedAhead(player(), 9.95)).toBeCloseTo(10.05);
  expect(bufferedAhead(player(), 9.85)).toBe(0);
});

test('[SY17] a place is loaded when there is enough from it on, or all up to the end', () => {
  expect([isLoadedAt(player(), 19, 0.5), isLoadedAt(player(), 19.6, 0.5), isLoadedAt(player(), 30, 0.5)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isLoadedAt(player(), 19.5, 0.5), isLoadedAt(player(), 99.8, 0.5), isLoadedAt(player(), 101, 0.5)]).toEqual([
    true,
    true,
    true,
  ]);
  // Files end up to a tenth of a second before or after their stated duration.
  expect([isLoadedAt(player(100.09), 99.8, 0.5), isLoadedAt(player(100.11), 99.8, 0.5)]).toEqual([true, false]);
  expect(isLoadedAt(player(Number.NaN), 99.8, 0.5)).toBe(false);
});

test('a player is seen as it is at one moment', () => {
  const media = {
    ...player(),
    currentTime: 3,
    playbackRate: 1,
    muted: false,
    paused: true,
    ended: false,
    seeking: false,
  };
  const port = { ...media, readyState: 4, play: async () => {}, pause: () => {} } satisfies MediaPort;
  const { play: _play, pause: _pause, ...view } = port;
  expect(viewOf(port)).toEqual(view);
  expect(viewOf({ ...port, isCoarse: false })).toEqual(view);
  expect(viewOf({ ...port, isCoarse: true })).toEqual({ ...view, isCoarse: true });
});

test('the time of the browser counts from 1970, and its timers can be cancelled', () => {
  vi.useFakeTimers();
  const work = vi.fn();
  browserTime.after(100, work);
  browserTime.after(100, work)();
  vi.advanceTimersByTime(99);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  expect(Math.abs(browserTime.now() - Date.now())).toBeLessThan(1_000);
});

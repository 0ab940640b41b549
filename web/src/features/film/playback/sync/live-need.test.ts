import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LiveNeed, lookAtNeed, mostNeedMs, type NeedLook } from './live-need.ts';

const good: Omit<NeedLook, 'nowMs'> = { isFollowing: true, isBurst: false, leastMs: 600, leastLagMs: 60, lagMs: 150 };

/** What a player needs after looks from one time to another, 100 ms apart. */
function watch(fromMs: number, toMs: number, over: Partial<NeedLook> = {}, before?: LiveNeed): LiveNeed {
  let need = before;
  for (let nowMs = fromMs; nowMs <= toMs; nowMs += 100) need = lookAtNeed(need, { ...good, ...over, nowMs });
  return need!;
}

test('[SY88] a good line needs the least, and a stream that comes late everywhere as much more', () => {
  expect(watch(0, 60_000).ms).toBe(600);
  expect(watch(0, 60_000, { leastLagMs: 812 }).ms).toBe(1_100);
});

test('[SY88] old pictures that come at once in the beginning say nothing about the line', () => {
  const begun = watch(0, 500, { isBurst: true, leastLagMs: 4_000, lagMs: 4_000 });
  expect(begun.ms).toBe(600);
  expect(watch(600, 10_000, { isBurst: true }, begun).ms).toBe(600);
  expect(watch(600, 10_000, { isBurst: true, leastLagMs: 700, lagMs: 700 }, begun).ms).toBe(1_000);
});

test('[SY88] a break makes it larger by half a second at most, and once in ten seconds', () => {
  const before = watch(0, 10_000);
  const broken = watch(10_100, 12_000, { lagMs: 3_000 }, before);
  expect(broken.ms).toBe(1_100);
  expect(watch(12_100, 20_000, { lagMs: 3_000 }, broken).ms).toBe(1_100);
  expect(watch(12_100, 20_200, { lagMs: 3_000 }, broken).ms).toBe(1_600);
  expect(watch(10_100, 12_000, { lagMs: 500 }, before).ms).toBe(800);
});

test('[SY88] what comes at the beginning, or while the page slept, is no break', () => {
  expect(watch(0, 2_900, { lagMs: 2_000 }).ms).toBe(600);
  expect(watch(10_000, 10_000, { lagMs: 9_000, isFollowing: false }, watch(0, 5_000)).ms).toBe(600);
});

test('[SY88] after a minute without need it is smaller again', () => {
  const grown = watch(10_100, 10_100, { lagMs: 3_000 }, watch(0, 10_000));
  expect(watch(10_200, 70_000, {}, grown).ms).toBe(1_100);
  expect(watch(10_200, 70_200, {}, grown).ms).toBe(600);
});

test('[SY88] it is never below the least, nor above what a line can be worth', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 20_000 })), (lags) => {
      let need: LiveNeed | undefined;
      lags.forEach((lagMs, index) => {
        need = lookAtNeed(need, { ...good, lagMs, leastLagMs: Math.min(lagMs, 5_000), nowMs: index * 4_000 });
        expect(need.ms).toBeGreaterThanOrEqual(600);
        expect(need.ms).toBeLessThanOrEqual(mostNeedMs);
      });
    }),
  );
});

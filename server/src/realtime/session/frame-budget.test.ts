import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SignalBudget } from '../gatherings/signal-budget.ts';
import { defaultLimits } from '../limits.ts';
import { FrameBudget } from './frame-budget.ts';

const startMs = 1_000_000;
const makeBudget = () => new FrameBudget(defaultLimits, startMs);

/** The verdicts on `count` frames at one moment, in order of arrival; equal ones are counted. */
function takeAll(budget: FrameBudget, count: number, nowMs: number): string[] {
  const runs: { what: string; count: number }[] = [];
  for (let n = 0; n < count; n++) {
    const what = budget.take(nowMs);
    if (runs.at(-1)?.what === what) runs.at(-1)!.count += 1;
    else runs.push({ what, count: 1 });
  }
  return runs.map((run) => `${run.count} ${run.what}`);
}

test('[RT13] 100 frames at once are read, the next is told, the others are dropped', () => {
  expect(takeAll(makeBudget(), 110, startMs)).toEqual(['100 read', '1 tell', '9 drop']);
});

test('[RT13] 50 frames come back with each second, and a burst is all that is saved', () => {
  const budget = makeBudget();
  takeAll(budget, 100, startMs);
  expect(takeAll(budget, 51, startMs + 1_000)).toEqual(['50 read', '1 tell']);
  expect(takeAll(budget, 101, startMs + 3_600_000)).toEqual(['100 read', '1 tell']);
});

test('[RT13] a frame comes back after 20 ms, not before', () => {
  const budget = makeBudget();
  takeAll(budget, 100, startMs);
  expect(budget.take(startMs + 19)).toBe('tell');
  expect(budget.take(startMs + 20)).toBe('read');
  expect(budget.take(startMs + 20)).toBe('drop');
});

test('[RT13] who goes on is told once a second', () => {
  const budget = makeBudget();
  takeAll(budget, 100, startMs);
  expect(budget.take(startMs)).toBe('tell');
  takeAll(budget, 49, startMs + 999);
  expect(takeAll(budget, 3, startMs + 999)).toEqual(['3 drop']);
  expect(takeAll(budget, 3, startMs + 1_000)).toEqual(['1 read', '1 tell', '1 drop']);
});

test('[RT13] the 2 501st frame that is refused ends the connection', () => {
  expect(takeAll(makeBudget(), 2_602, startMs)).toEqual(['100 read', '1 tell', '2499 drop', '2 abuse']);
});

test('[RT13] refused frames are forgotten when the budget was full again, and not before', () => {
  const calm = makeBudget();
  takeAll(calm, 2_600, startMs);
  takeAll(calm, 1, startMs + 2_000);
  expect(takeAll(calm, 100, startMs + 2_000).at(-1)).toBe('1 tell');
  const restless = makeBudget();
  takeAll(restless, 2_600, startMs);
  expect(takeAll(restless, 100, startMs + 1_980)).toEqual(['99 read', '1 abuse']);
});

test('[RT13] however frames come, no more are read than the burst and the rate allow', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(500), fc.nat(60)), { maxLength: 50 }), (arrivals) => {
      const budget = makeBudget();
      let nowMs = startMs;
      let read = 0;
      for (const [waitMs, count] of arrivals) {
        nowMs += waitMs;
        for (let n = 0; n < count; n++) if (budget.take(nowMs) === 'read') read += 1;
        expect(read).toBeLessThanOrEqual(100 + ((nowMs - startMs) / 1_000) * 50 + 1e-6);
      }
    }),
  );
});

test('[RT37] 100 signals at once and 20 a second go through, and a burst is all that is saved', () => {
  const budget = new SignalBudget(startMs);
  const passed = (count: number, nowMs: number) =>
    Array.from({ length: count }, () => budget.take(nowMs)).filter((isPassed) => isPassed).length;
  expect(passed(150, startMs)).toBe(100);
  expect(passed(1, startMs + 49)).toBe(0);
  expect(passed(2, startMs + 50)).toBe(1);
  expect(passed(50, startMs + 1_050)).toBe(20);
  expect(passed(150, startMs + 3_600_000)).toBe(100);
});

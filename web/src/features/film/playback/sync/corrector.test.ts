import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Correction, decide, forgive, limits, noCorrection, rest } from './corrector.ts';

const look = (errorMs: number | undefined, nowMs = 10_000, maySeek = true) => ({ errorMs, nowMs, maySeek });
const nudging = (factor: number): Correction => ({ ...noCorrection, factor, sinceMs: 9_000 });

test('[SY12] 15 ms are left alone, 16 are corrected', () => {
  expect(decide(noCorrection, look(15)).action).toBe('none');
  expect(decide(noCorrection, look(-16)).correction.factor).toBeCloseTo(1.016);
});

test('[SY12] a nudge goes on down to 4 ms, and ends when the error has changed its side', () => {
  expect(decide(nudging(0.985), look(4.5)).correction.factor).not.toBe(1);
  expect(decide(nudging(0.985), look(3.9)).correction.factor).toBe(1);
  expect(decide(nudging(0.985), look(-9)).correction.factor).toBe(1);
});

test('[SY13] [SY14] the bound is 5 %, above 100 ms 10 %, and then down to 50 ms', () => {
  expect(decide(noCorrection, look(-90)).correction.factor).toBeCloseTo(1.05);
  expect(decide(noCorrection, look(-110)).correction.factor).toBeCloseTo(1.1);
  expect(decide(nudging(1.1), look(-60)).correction.factor).toBeCloseTo(1.1);
  expect(decide(nudging(1.1), look(-49)).correction.factor).toBeCloseTo(1.049);
});

test('[SY15] nothing changes within 300 ms of a change', () => {
  const begun = decide(noCorrection, look(-40)).correction;
  expect(decide(begun, look(1, 10_299)).action).toBe('none');
  expect(decide(begun, look(1, 10_300)).correction.factor).toBe(1);
});

test('[SY16] [SY17] above half a second it seeks, where data is', () => {
  expect(decide(noCorrection, look(-501)).action).toBe('seek');
  expect(decide(noCorrection, look(-501, 10_000, false)).action).toBe('rate');
});

test('[SY18] the fourth seek in 30 s is none, and a command makes a new beginning', () => {
  let correction = noCorrection;
  for (const at of [10_000, 11_000, 12_000]) correction = decide(correction, look(-900, at)).correction;
  const fourth = decide(correction, look(-900, 13_000));
  expect(fourth).toMatchObject({ action: 'rate', correction: { isLoose: true } });
  expect(decide(forgive(fourth.correction), look(-900, 14_000)).action).toBe('seek');
  expect(decide(fourth.correction, look(-30, 20_000)).correction.isLoose).toBe(false);
});

test('[SY19] nothing is corrected for 400 ms after a start', () => {
  const rested = rest(noCorrection, 10_000);
  expect(decide(rested, look(-900, 10_399)).action).toBe('none');
  expect(decide(rested, look(-900, 10_400)).action).toBe('seek');
});

test('[SY13] whatever is measured, the speed stays within 10 % and against the error', () => {
  const looks = fc.array(fc.double({ min: -5_000, max: 5_000, noNaN: true }), { maxLength: 50 });
  fc.assert(
    fc.property(looks, fc.boolean(), (errors, maySeek) => {
      let correction = noCorrection;
      errors.forEach((errorMs, index) => {
        const decision = decide(correction, look(errorMs, 10_000 + index * 400, maySeek));
        correction = decision.correction;
        expect(Math.abs(correction.factor - 1)).toBeLessThanOrEqual(limits.hurry + 1e-9);
        if (decision.action === 'rate' && correction.factor !== 1) {
          expect(Math.sign(correction.factor - 1)).toBe(-Math.sign(errorMs));
        }
        if (decision.action === 'seek') expect(maySeek).toBe(true);
      });
    }),
  );
});

test('[SY31] after an interruption 101 ms are a seek, until three were made; then the speed is changed, and it is not called loose', () => {
  const interrupted = (nowMs: number) => ({ ...look(-101, nowMs), wasInterrupted: true });
  let correction = noCorrection;
  for (const at of [10_000, 11_000, 12_000]) {
    const decision = decide(correction, interrupted(at));
    expect(decision.action).toBe('seek');
    correction = decision.correction;
  }
  expect(decide(correction, interrupted(13_000))).toMatchObject({ action: 'rate', correction: { isLoose: false } });
  expect(decide(noCorrection, { ...interrupted(10_000), errorMs: -99 }).action).toBe('rate');
});

test('[SY32] who has just come is brought in faster, for two seconds', () => {
  const arrived = rest(noCorrection, 10_000);
  expect(decide(arrived, look(-300, 10_400)).correction.factor).toBeCloseTo(1.25);
  expect(decide(arrived, look(60, 10_400)).correction.factor).toBeCloseTo(0.88);
  expect(decide(arrived, look(15, 10_400)).action).toBe('none');
  expect(decide(arrived, look(-300, 12_400)).correction.factor).toBeCloseTo(1.1);
});

import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeServerTime } from './server-time.ts';

function makeTest() {
  const machine = new FakeClock(1_000_000);
  return { machine, time: makeServerTime(machine) };
}

test('[ST36] the first difference counts at once, in both directions', () => {
  for (const offset of [-3_600_000, 250, 3_600_000]) {
    const { machine, time } = makeTest();
    time.aim(offset);
    expect(time.clock.nowMs()).toBe(machine.nowMs() + offset);
  }
});

test('[ST36] later a small difference is made good by half a millisecond a second', () => {
  const { machine, time } = makeTest();
  time.aim(0);
  time.aim(20);
  expect(time.deviationMs()).toBe(20);
  machine.advance(10_000);
  expect(time.clock.nowMs() - machine.nowMs()).toBeCloseTo(5);
  machine.advance(60_000);
  expect(time.clock.nowMs() - machine.nowMs()).toBe(20);
  expect(time.deviationMs()).toBe(0);
});

test('[ST36] after a machine slept the time jumps to where the reference is', () => {
  const { machine, time } = makeTest();
  time.aim(0);
  time.aim(7_200_000);
  expect(time.clock.nowMs() - machine.nowMs()).toBe(7_200_000);
});

test('[ST36] it waits for a reference that is seconds behind instead of going back', () => {
  const { machine, time } = makeTest();
  time.aim(0);
  time.aim(-10_000);
  const before = time.clock.nowMs();
  machine.advance(4_000);
  expect(time.clock.nowMs() - before).toBeCloseTo(2_000);
  expect(time.deviationMs()).toBeCloseTo(-8_000);
});

test('[ST36] it never goes backwards, whatever is measured', () => {
  const step = fc.record({ offset: fc.integer({ min: -100_000, max: 100_000 }), passedMs: fc.nat({ max: 20_000 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { machine, time } = makeTest();
      time.aim(0);
      let last = time.clock.nowMs();
      for (const { offset, passedMs } of steps) {
        time.aim(offset);
        machine.advance(passedMs);
        const now = time.clock.nowMs();
        expect(now).toBeGreaterThanOrEqual(last);
        last = now;
      }
    }),
  );
});

import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Intake } from './intake.ts';

let clock: FakeClock;
let intake: Intake;
let taken: number;
beforeEach(() => {
  clock = new FakeClock();
  taken = 0;
  intake = new Intake(clock, () => {
    taken += 1;
  });
});
afterEach(() => intake.close());

const send = (timestamp: number) => intake.take({ kind: 'video', timestamp, payload: Buffer.of(1) });
const faultOf = () => (intake.signal.aborted ? (intake.signal.reason as { fault: string }).fault : undefined);

test('[LV2] what is faster than 10 MiB a second waits for the next one', async () => {
  await intake.pace(10 * 1_048_576);
  let isRead = false;
  const waiting = intake.pace(1_048_576).then(() => {
    isRead = true;
  });
  await Promise.resolve();
  expect(isRead).toBe(false);
  await clock.advance(1_000);
  await waiting;
  expect(isRead).toBe(true);
});

test('[LV2] a source may send some seconds at once, and no film', () => {
  for (let ms = 0; ms <= 29_000; ms += 1_000) send(ms);
  expect(faultOf()).toBeUndefined();
  // Another count of time is a jump, and not ahead.
  send(5_000_000);
  expect(faultOf()).toBeUndefined();
  for (let ms = 5_000_000; ms <= 5_002_000; ms += 1_000) send(ms);
  expect(faultOf()).toBe('too_fast');
  const before = taken;
  send(5_003_000);
  expect(taken).toBe(before);
});

test('[LV3] a source that sends nothing for ten seconds is given up, also before its first picture', async () => {
  await clock.advance(9_000);
  expect(faultOf()).toBeUndefined();
  send(0);
  await clock.advance(10_000);
  expect(faultOf()).toBeUndefined();
  await clock.advance(1_000);
  expect(faultOf()).toBe('silent');
});

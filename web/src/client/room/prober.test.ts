import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeServerClock } from './clock.ts';
import { makeProber } from './prober.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A prober over a socket that can be cut; `sent` lists the times of its probes. */
function makeWorld() {
  const start = Date.now();
  const sent: number[] = [];
  const world = { isOpen: true };
  const clock = makeServerClock(() => Date.now());
  const roundTrips: (number | undefined)[] = [];
  const prober = makeProber(
    clock,
    ({ clock_probe: probe }) => {
      if (!world.isOpen) return false;
      sent.push(Date.now() - start);
      roundTrips.push((probe as { round_trip_ms?: number }).round_trip_ms);
      return true;
    },
    () => Date.now(),
  );
  const answer = () => {
    const now = Date.now();
    const reply = { client_sent_ms: now - 20, server_received_ms: now + 1_000, server_sent_ms: now + 1_000 };
    prober.reply(reply as never, now);
  };
  return { world, clock, prober, sent, roundTrips, answer };
}

test('[CK4] a burst is eight probes 50 ms apart, then one every 5 s', () => {
  const { prober, sent } = makeWorld();
  prober.burst(false);
  vi.advanceTimersByTime(10_400);
  expect(sent).toEqual([0, 50, 100, 150, 200, 250, 300, 350, 5_350, 10_350]);
});

test('a prober that is stopped, or whose socket is lost, asks no more', () => {
  const { prober, sent, world } = makeWorld();
  prober.burst(false);
  world.isOpen = false;
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([0]);
  world.isOpen = true;
  prober.burst(false);
  prober.stop();
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([0, 60_000]);
});

test('a second burst does not run beside the first', () => {
  const { prober, sent } = makeWorld();
  prober.burst(false);
  vi.advanceTimersByTime(120);
  prober.burst(false);
  vi.advanceTimersByTime(400);
  expect(sent).toEqual([0, 50, 100, 120, 170, 220, 270, 320, 370, 420, 470]);
});

test('[CK4] answers set the clock, and the server is told the round trip', () => {
  const { clock, prober, roundTrips, answer } = makeWorld();
  prober.burst(false);
  answer();
  answer();
  expect(clock.isReady).toBe(false);
  answer();
  expect(clock.isReady).toBe(true);
  expect(clock.now() - Date.now()).toBeCloseTo(1_010);
  vi.advanceTimersByTime(50);
  expect(roundTrips).toEqual([undefined, 20]);
});

test('[CK7] on another network the round trips of the old one are forgotten, the time is not', () => {
  const { clock, prober, answer } = makeWorld();
  prober.burst(false);
  for (let count = 0; count < 8; count += 1) answer();
  prober.burst(true);
  expect(clock.roundTripMs).toBeUndefined();
  expect(clock.now() - Date.now()).toBeCloseTo(1_010);
});

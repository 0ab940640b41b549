import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { burstProbes, estimateOffset, makeServerClock, sampleOf, slewMsPerSecond } from './clock.ts';

/** A clock whose server is `offsetMs` ahead, over a network with these one-way delays. */
function makeWorld(offsetMs: number) {
  let localMs = 1_000_000;
  const world = { offsetMs };
  const clock = makeServerClock(() => localMs);
  return {
    world,
    clock,
    pass: (ms: number) => {
      localMs += ms;
    },
    error: () => clock.now() - (localMs + world.offsetMs),
    probe(thereMs: number, backMs: number) {
      const sentMs = localMs;
      localMs += thereMs;
      const serverMs = localMs + world.offsetMs;
      localMs += backMs;
      clock.addReply({ client_sent_ms: sentMs, server_received_ms: serverMs, server_sent_ms: serverMs }, localMs);
    },
  };
}

describe('samples', () => {
  test('[CK1] the time that the server takes does not count', () => {
    const reply = { client_sent_ms: 1_000, server_received_ms: 6_010, server_sent_ms: 6_500 };
    expect(sampleOf(reply, 1_510)).toEqual({ offsetMs: 5_000, roundTripMs: 20 });
  });

  test('[CK2] the estimate is the median of the quarter with the smallest round trip', () => {
    const samples = [9, 30, 31, 32, 8, 33, 34, 35].map((roundTripMs) => ({ roundTripMs, offsetMs: roundTripMs * 10 }));
    expect(estimateOffset(samples)).toBe(85);
    expect(estimateOffset([])).toBeUndefined();
  });

  test('[CK3] over a symmetric network the estimate is never off by more than the uncertainty', () => {
    const delays = fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 })), {
      minLength: burstProbes,
      maxLength: burstProbes,
    });
    fc.assert(
      fc.property(delays, fc.integer({ min: -1e9, max: 1e9 }), (ways, offsetMs) => {
        const { clock, probe, error } = makeWorld(offsetMs);
        for (const [there, back] of ways) probe(there, back);
        const kept = [...ways].map(([there, back]) => there + back).sort((a, b) => a - b);
        // The median of the two best samples is off by at most half of the worse one's round trip.
        expect(Math.abs(error())).toBeLessThanOrEqual(kept[1]! / 2 + 1e-6);
        expect(clock.uncertaintyMs).toBeCloseTo(kept[0]! / 2, 3);
      }),
    );
  });
});

describe('clock', () => {
  test('[CK4] it is ready after three answers, and a wrong local clock does not matter', () => {
    const { clock, probe, error } = makeWorld(-7_200_000);
    probe(5, 5);
    probe(5, 5);
    expect(clock.isReady).toBe(false);
    probe(5, 5);
    expect(clock.isReady).toBe(true);
    expect(error()).toBeCloseTo(0);
  });

  test('[CK5] a better estimate is approached at 0.5 ms a second, without a jump', () => {
    const { world, clock, probe, pass, error } = makeWorld(0);
    for (let n = 0; n < 16; n += 1) probe(10, 10);
    world.offsetMs = 20;
    for (let n = 0; n < 16; n += 1) probe(10, 10);
    // Probing took 320 ms, and the target moved during a part of it.
    expect(error()).toBeLessThan(-19);
    const before = clock.now();
    pass(10_000);
    expect(clock.now() - before).toBeCloseTo(10_000 + 10 * slewMsPerSecond, 0);
    pass(60_000);
    expect(error()).toBeCloseTo(0);
  });

  test('[CK6] above 50 ms it steps', () => {
    const { world, probe, error } = makeWorld(0);
    for (let n = 0; n < 16; n += 1) probe(10, 10);
    world.offsetMs = 300;
    for (let n = 0; n < 16; n += 1) probe(10, 10);
    expect(Math.abs(error())).toBeLessThan(1);
  });

  test('[CK7] on another network the estimate holds until it is measured anew', () => {
    const { clock, probe, error } = makeWorld(0);
    for (let n = 0; n < 8; n += 1) probe(10, 10);
    clock.startOver();
    expect(clock.isReady).toBe(true);
    probe(150, 10);
    expect(Math.abs(error())).toBeLessThan(1);
  });

  test('[CK8] local and server time map to each other', () => {
    const { clock, probe } = makeWorld(123);
    for (let n = 0; n < 8; n += 1) probe(10, 10);
    expect(clock.toServer(clock.toLocal(5_000))).toBeCloseTo(5_000);
  });
});

import { expect, test } from 'vitest';
import { lagOf } from './sound-lag.ts';

const lag = (latency: number, told = 0) => lagOf({ baseLatency: 0.01, outputLatency: latency }, told);

test('[WEL3] what wired loudspeakers are late is left, what wireless ones are is told to 10 ms', () => {
  expect([lag(0), lag(0.03), lag(0.18), lag(0.253)]).toEqual([0, 0, 200, 270]);
});

test('[WEL3] small changes of the measured lag are not followed, large ones are', () => {
  expect([lag(0.19, 200), lag(0.16, 200), lag(0.22, 200), lag(0.02, 200)]).toEqual([200, 200, 240, 0]);
});

test('[WEL3] a browser that does not tell the lag of its output has the rest', () => {
  expect(lagOf({ baseLatency: 0.1 } as AudioContext, 0)).toBe(110);
});

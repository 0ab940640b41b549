import { expect, test } from 'vitest';
import { delayMs, learn, noDelays } from './learned.ts';

const learned = (...observed: number[]) => observed.reduce((delays, ms) => learn(delays, 'play', ms), noDelays);

test('[SY20] a delay is a guess until it was measured', () => {
  expect([delayMs(noDelays, 'play'), delayMs(noDelays, 'seek'), delayMs(noDelays, 'load')]).toEqual([30, 150, 400]);
  expect(delayMs(learned(80), 'play')).toBe(80);
  expect(delayMs(learned(80), 'seek')).toBe(150);
});

test('[SY20] the median of the last five counts, so one freak does not', () => {
  expect(delayMs(learned(50, 52, 290, 51, 53), 'play')).toBe(52);
  expect(delayMs(learned(200, 200, 200, 200, 200, 50, 50, 50), 'play')).toBe(50);
});

test.each([
  ['play', -40, 300],
  ['seek', 20, 1_000],
  ['load', 50, 3_000],
] as const)('[SY20] a delay of %s that no browser has is cut to %i to %i ms', (name, least, most) => {
  const observed = [least - 1, least + 1, most - 1, most + 1, 9_000];
  const expected = [least, least + 1, most - 1, most, most];
  expect(observed.reduce((delays, ms) => learn(delays, name, ms), noDelays)).toEqual({ ...noDelays, [name]: expected });
});

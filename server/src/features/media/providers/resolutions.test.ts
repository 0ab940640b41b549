import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeResolutions } from './resolutions.ts';

function counting(expiresAtMs?: number) {
  const clock = new FakeClock();
  const resolve = makeResolutions(clock);
  let asked = 0;
  const ends = expiresAtMs === undefined ? {} : { expiresAtMs: clock.nowMs() + expiresAtMs };
  const ask = () => resolve('film', async () => ({ modes: [], needsCredentials: false, asked: ++asked, ...ends }));
  return { clock, ask, asked: () => asked };
}

test('[PV14] one answer serves all who ask within a minute', async () => {
  const { clock, ask, asked } = counting();
  await Promise.all([ask(), ask()]);
  clock.advance(59_000);
  await ask();
  expect(asked()).toBe(1);
  clock.advance(2_000);
  await ask();
  expect(asked()).toBe(2);
});

test('[PV51] an answer whose addresses end soon serves nobody who comes later', async () => {
  const { clock, ask, asked } = counting(150_000);
  await ask();
  clock.advance(29_000);
  await ask();
  expect(asked()).toBe(1);
  clock.advance(2_000);
  await ask();
  expect(asked()).toBe(2);
});

test('[PV14] a failure serves nobody', async () => {
  const resolve = makeResolutions(new FakeClock());
  await expect(resolve('film', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await expect(resolve('film', async () => ({ modes: [], needsCredentials: false }))).resolves.toBeDefined();
});

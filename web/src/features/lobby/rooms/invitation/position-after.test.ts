import { expect, test } from 'vitest';
import { positionAfter } from './position-after.ts';

test('[WR14] the position goes on at the speed of the film, stands while it is paused, and ends with it', () => {
  const playing = { position_seconds: 754, speed: 1.5, live: false, duration_seconds: 760 };
  expect([0, 2_000, 4_000, 60_000, -500].map((ms) => positionAfter(playing, ms))).toEqual([754, 757, 760, 760, 754]);
  expect(positionAfter({ position_seconds: 754, speed: 0, live: false }, 60_000)).toBe(754);
  expect(positionAfter({ position_seconds: 754, speed: 1, live: false }, 3_600_000)).toBe(4354);
});

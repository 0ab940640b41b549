import { expect, test } from 'vitest';
import { type Film, nextTime } from './film-clock.ts';

const film = (fields: Partial<Film>): Film =>
  ({ currentTime: 10, playbackRate: 1, paused: false, seeking: false, readyState: 4, ...fields }) as Film;

test('[WDK2] it moves with the speed of the film, evenly though players tell their time in steps', () => {
  expect(nextTime(10, film({ currentTime: 10 }), 0.02)).toBeCloseTo(10.0188, 4);
  expect(nextTime(10, film({ currentTime: 10.04, playbackRate: 2 }), 0.02)).toBeCloseTo(10.04, 4);
});

test('[WDK2] it never goes back by less than a jump', () => {
  expect(nextTime(10, film({ currentTime: 9.7 }), 0.001)).toBe(10);
});

test.each<[string, Partial<Film>]>([
  ['a pause', { paused: true }],
  ['a seek', { seeking: true }],
  ['missing data', { readyState: 2 }],
  ['a jump', { currentTime: 90 }],
])('[WDK2] %s shows the very time of the film', (_, fields) => {
  const { currentTime } = film(fields);
  expect(nextTime(10, film(fields), 0.02)).toBe(currentTime);
});

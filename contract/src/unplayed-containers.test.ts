import { expect, test } from 'vitest';
import { filmEnding } from './film-ending.ts';
import { unplayedContainer } from './unplayed-containers.ts';

test.each([
  ['Old.Film.AVI', 'avi'],
  ['/films/clip.wmv', 'asf'],
  ['disc.VOB', 'mpeg'],
  ['camera.m2ts', 'mpegts'],
  ['camera.mts', 'mpegts'],
  ['clip.rmvb', 'rm'],
  ['film.mkv', undefined],
  ['film.mp4', undefined],
  ['avi', undefined],
])('the container of %s', (name, container) => {
  expect(unplayedContainer(name)).toBe(container);
  if (container) expect(filmEnding.test(name)).toBe(true);
});

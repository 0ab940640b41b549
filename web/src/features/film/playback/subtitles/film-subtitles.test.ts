import type { FilmSubtitlesPicture } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { askedAround, partsAround } from './parts-around.ts';
import { pictureAt } from './picture-at.ts';

test('[SY84] the part of the place comes first, then its neighbours', () => {
  expect(partsAround(0, 30)).toEqual([0, 1]);
  expect(partsAround(29.9, 30)).toEqual([0, 1]);
  expect(partsAround(30, 30)).toEqual([1, 0, 2]);
  expect(partsAround(-3, 30)).toEqual([0, 1]);
});

test('[SY84] after a long jump back, parts that are not kept any more are asked for again', () => {
  let asked = new Set<number>();
  for (let part = 0; part < 25; part += 1) asked = askedAround(asked, partsAround(30 * part, 30));
  expect([0, 1, 2].filter((part) => asked.has(part))).toEqual([]);
  expect([14, 24, 25].filter((part) => asked.has(part))).toEqual([14, 24, 25]);
  expect([...askedAround(asked, partsAround(0, 30))]).toEqual([0, 1]);
});

test('[SY85] a picture is shown from its start to its end, or to the next one', () => {
  const picture = (start_seconds: number, end_seconds?: number): FilmSubtitlesPicture => ({
    start_seconds,
    ...(end_seconds === undefined ? {} : { end_seconds }),
    screen_width: 1920,
    screen_height: 1080,
    parts: [],
  });
  const pictures = [picture(1, 3), picture(5), picture(8)];
  const startAt = (position: number) => pictureAt(pictures, position)?.start_seconds;
  expect([0, 1, 2.9, 3, 5, 7.9, 8, 100].map(startAt)).toEqual([undefined, 1, 1, undefined, 5, 5, 8, 8]);
});

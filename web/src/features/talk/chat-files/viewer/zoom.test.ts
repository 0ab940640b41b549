import { expect, test } from 'vitest';
import { keepInside, swipeOf, wholePicture, zoomTo } from './zoom.ts';

const stage = { width: 1_000, height: 600 };
const picture = { width: 800, height: 600 };

test('[WCF10] what is under the pointer stays there while the picture grows', () => {
  const point = { x: 200, y: -100 };
  const closer = zoomTo(wholePicture, 2, point);
  // The picture's place at the point is the same before and after.
  expect((point.x - closer.x) / closer.scale).toBe(point.x);
  expect((point.y - closer.y) / closer.scale).toBe(point.y);
  expect(zoomTo(closer, 0.1, point).scale).toBe(1);
  expect(zoomTo(closer, 99, point).scale).toBe(8);
});

test('[WCF10] its edges stay outside of the window, and a smaller picture in the middle', () => {
  expect(keepInside({ scale: 2, x: 9_999, y: -9_999 }, picture, stage)).toEqual({ scale: 2, x: 300, y: -300 });
  expect(keepInside({ scale: 1, x: 50, y: 50 }, picture, stage)).toEqual(wholePicture);
});

test.each([
  [-90, 10, 'next'],
  [90, -10, 'previous'],
  [10, 150, 'close'],
  [-10, -150, 'close'],
  [30, 10, undefined],
  [80, 80, undefined],
])('[WCF10] a finger that goes %i, %i', (x, y, does) => {
  expect(swipeOf({ x, y })).toBe(does);
});

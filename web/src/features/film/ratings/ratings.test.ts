import { expect, test } from 'vitest';
import { verdictOf } from './faces.ts';

test('[WRA3] the face in the middle of all ratings stands for them', () => {
  const face = (...counts: number[]) => verdictOf(counts)?.face;
  expect([face(0, 0, 0, 0, 1), face(3, 0, 0, 0, 1), face(1, 1, 1, 1, 1), face(1, 0, 0, 0, 1)]).toEqual([5, 1, 3, 5]);
  expect(verdictOf([0, 2, 0, 0, 5])).toEqual({ face: 5, people: 7 });
  expect(verdictOf([0, 0, 0, 0, 0])).toBeUndefined();
});

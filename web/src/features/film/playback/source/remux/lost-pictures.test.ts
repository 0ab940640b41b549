import { expect, test } from 'vitest';
import { LostPictures } from './lost-pictures.ts';

test('[SY107] of a film that is nothing but damage, the newest losses are known', () => {
  const lost = new LostPictures();
  for (let ticks = 0; ticks <= 100_000; ticks += 1) lost.add(ticks);
  expect([lost.has(0), lost.has(1 / 90_000), lost.has(100_000 / 90_000)]).toEqual([false, true, true]);
});

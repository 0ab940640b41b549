import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { HlsViewers } from './hls-viewers.ts';

test('[LS87] a viewer of HLS counts once, until they have asked for nothing for 15 seconds', () => {
  const clock = new FakeClock();
  const viewers = new HlsViewers(clock);
  viewers.saw('sig=anna');
  clock.advance(10_000);
  viewers.saw('sig=ben');
  expect(viewers.count).toBe(2);
  clock.advance(4_000);
  viewers.saw('sig=anna');
  expect(viewers.count).toBe(2);
  clock.advance(12_000);
  expect(viewers.count).toBe(1);
  clock.advance(4_000);
  expect(viewers.count).toBe(0);
});

test('[LS87] so many that the memory grows are not counted', () => {
  const viewers = new HlsViewers(new FakeClock());
  for (let n = 0; n < 6_000; n += 1) viewers.saw(`sig=${n}`);
  expect(viewers.count).toBe(5_000);
});

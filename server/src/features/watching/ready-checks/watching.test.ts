import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../../kernel/log.ts';
import { makeWatching, type WatchingParts } from './watching.ts';

test('[RY6] a look for which the database was away is made again a second later', async () => {
  const clock = new FakeClock();
  let looks = 0;
  const query = () => {
    looks += 1;
    throw new Error('away');
  };
  const watching = makeWatching({ clock, log: makeLog('silent'), db: { query } } as unknown as WatchingParts);
  watching.arm('room_1');
  for (let second = 1; second <= 3; second += 1) {
    clock.advance(1_000);
    await new Promise(setImmediate);
    expect(looks).toBe(second);
  }
});

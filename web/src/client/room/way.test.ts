import { expect, test } from 'vitest';
import { makeWays } from './way.ts';

test('[CS10] two sockets in vain, then the other way and sockets in turn', () => {
  const ways = makeWays();
  expect(Array.from({ length: 6 }, () => ways.next())).toEqual([
    'socket',
    'socket',
    'line',
    'socket',
    'line',
    'socket',
  ]);
  ways.worked('line');
  expect(Array.from({ length: 3 }, () => ways.next())).toEqual(['line', 'socket', 'line']);
  ways.worked('socket');
  expect(Array.from({ length: 3 }, () => ways.next())).toEqual(['socket', 'socket', 'line']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffOf, makeId } from './connection.ts';
import { socketUrl } from './socket.ts';

test('[CS2] the delay doubles from 0.3 s to 10 s', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 100].map((attempt) => backoffOf(attempt, () => 1));
  expect(longest).toEqual([300, 600, 1_200, 2_400, 4_800, 9_600, 10_000, 10_000]);
});

test('[CS2] it lies anywhere in the upper half, so that a room does not come back as one wave', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, random) => {
      const [least, delay, most] = [0, random, 1].map((value) => backoffOf(attempt, () => value));
      expect(least).toBe(most! / 2);
      expect(delay).toBeGreaterThanOrEqual(least!);
      expect(delay).toBeLessThanOrEqual(most!);
    }),
  );
});

test('ids are random UUIDs, and each is another one', () => {
  const ids = Array.from({ length: 100 }, makeId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(100);
});

test('[CS1] the socket is where the server is, encrypted where that is, with its ticket', () => {
  expect(socketUrl('https://a.test', 'room_1', 't+1')).toBe('wss://a.test/ws/rooms/room_1?ticket=t%2B1');
  expect(socketUrl('http://a.test:8080', 'room 1', 't')).toBe('ws://a.test:8080/ws/rooms/room%201?ticket=t');
});

import { expect, test } from 'vitest';
import { parseRoomLink } from './room-link.port.ts';

const id = 'room_01jd3k9x8m2p4q6r8t0v2w4y6z';

test('[WR1] a link, a path and a code mean the same room', () => {
  for (const text of [
    id,
    `  ${id}\n`,
    id.slice(5),
    id.slice(5).toUpperCase(),
    `https://m.example/r/${id}?x=1#y`,
    `/r/${id}`,
  ]) {
    expect(parseRoomLink(text), text).toBe(id);
  }
});

test('[WR1] anything else means no room', () => {
  for (const text of ['', 'hello', 'https://m.example/', 'https://m.example/r/nope', `${id}0`, 'room_']) {
    expect(parseRoomLink(text), text).toBeUndefined();
  }
});

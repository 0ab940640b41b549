import { expect, test } from 'vitest';
import { chosenOf, moved, requestOf } from './chosen-rooms.ts';

const room = (id: string) => ({ id }) as never;

test('[WFT1] what is loaded is sent again as it was, to the minute', () => {
  const rooms = [
    { room: room('a'), is_shown: true },
    { room: room('b'), is_shown: false, ends_at: '2030-06-01T20:15:00.000Z' },
  ];
  expect(requestOf(chosenOf(rooms))).toEqual([{ room_id: 'a' }, { room_id: 'b', ends_at: '2030-06-01T20:15:00.000Z' }]);
});

test('[WFT1] rooms change places', () => {
  const chosen = chosenOf(['a', 'b', 'c'].map((id) => ({ room: room(id), is_shown: true })));
  expect(moved(chosen, 0, 1).map((one) => one.room.id)).toEqual(['b', 'a', 'c']);
  expect(moved(chosen, 2, -1).map((one) => one.room.id)).toEqual(['a', 'c', 'b']);
});

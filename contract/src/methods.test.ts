import { expect, test } from 'vitest';
import { room } from './gen/service/meta/options_pb.ts';
import { allMethods, isRoomScoped, markedField, methodName } from './methods.ts';

test('what a method inside a room calls room_id is marked as its room', () => {
  const named = allMethods().filter(
    (method) => isRoomScoped(method) && method.input.fields.some(({ name }) => name === 'room_id'),
  );
  const unmarked = named.filter(({ input }) => markedField(input, room)?.name !== 'room_id');
  expect(named.length).toBeGreaterThan(30);
  expect(unmarked.map(methodName)).toEqual([]);
});

import { create } from '@bufbuild/protobuf';
import { createValidator } from '@bufbuild/protovalidate';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { allMethods } from '@matinee/contract/methods.ts';
import { expect, test } from 'vitest';
import { findTooLong } from './lengths.ts';

const { addMediaBatch, sendChatMessage } = RoomService.method;

function batch(count: number, nameLength: number) {
  const item = { name: 'n'.repeat(nameLength) };
  return create(addMediaBatch.input, { items: Array.from({ length: count }, () => item) });
}

test('[TR37] a list that is too long is named, and nothing inside of it is looked at', () => {
  expect(findTooLong(addMediaBatch.input, batch(101, 100_000))).toEqual({
    field: 'items',
    reason: 'repeated.max_items',
    description: 'must have at most 100 items',
  });
});

test('[TR37] a text inside of a list is named with its place', () => {
  expect(findTooLong(addMediaBatch.input, batch(2, 1_001))?.field).toBe('items[0].name');
});

test('[TR37] what the rules allow passes, also when each character has two UTF-16 units', () => {
  const message = create(sendChatMessage.input, { content: '🎬'.repeat(500), clientMessageId: 'a' });
  expect(findTooLong(sendChatMessage.input, message)).toBeUndefined();
  expect(createValidator().validate(sendChatMessage.input, message).kind).toBe('valid');
});

test('[TR37] empty requests of all methods pass', () => {
  const refused = allMethods().filter((method) => findTooLong(method.input, create(method.input)));
  expect(refused).toEqual([]);
});

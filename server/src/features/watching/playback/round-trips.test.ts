import { type CountedRoom, startCountedRoom } from '@matinee/testkit/round-trips/counted-room.ts';
import { addMedia } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let counted: CountedRoom;
beforeAll(async () => {
  counted = await startCountedRoom();
});
afterAll(() => counted?.stop());

test('[PB20] a seek costs three round trips to the database over a socket; over REST a start costs five, a step back seven, one to the next eight', async () => {
  const { database, server, owner, room } = counted;
  const media = [await addMedia(server, room, owner), await addMedia(server, room, owner)];
  const rest = (call: string, request: object = {}) =>
    server.ok({ call: `RoomService.${call}`, token: owner.token, room, request: request as never });
  const start = await database.fewest((run) => rest('StartPlayback', { media_id: media[run % 2] }));
  await rest('UpdateRoomSettings', { settings: { auto_play: 'repeat_all' } });
  const previous = await database.fewest(() => rest('PlayPrevious'));
  // Two of them at once, on two connections: where the room is, and whether it plays by votes.
  const next = await database.fewest(() => rest('PlayNext'));
  const socket = await server.socket(room, owner.token);
  const seek = await database.fewest((run) =>
    socket.command({ case: 'updatePlaybackState', value: { positionSeconds: run } }),
  );
  await socket.close();
  expect({ start, previous, next, seek }).toEqual({ start: 5, previous: 7, next: 8, seek: 3 });
});

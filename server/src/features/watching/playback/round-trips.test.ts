import { type CountedRoom, startCountedRoom } from '@matinee/testkit/round-trips/counted-room.ts';
import { addMedia } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let counted: CountedRoom;
beforeAll(async () => {
  counted = await startCountedRoom();
});
afterAll(() => counted?.stop());

test('[PB20] a seek costs three round trips to the database over a socket; over REST a start costs five, a skip seven', async () => {
  const { database, server, owner, room } = counted;
  const media = [await addMedia(server, room, owner), await addMedia(server, room, owner)];
  const rest = (call: string, request: object = {}) =>
    server.ok({ call: `RoomService.${call}`, token: owner.token, room, request: request as never });
  const start = await database.fewest((run) => rest('StartPlayback', { media_id: media[run % 2] }));
  const skip = await database.fewest((run) => rest(run % 2 === 0 ? 'PlayPrevious' : 'PlayNext'));
  const socket = await server.socket(room, owner.token);
  const seek = await database.fewest((run) =>
    socket.command({ case: 'updatePlaybackState', value: { positionSeconds: run } }),
  );
  await socket.close();
  expect({ start, skip, seek }).toEqual({ start: 5, skip: 7, seek: 3 });
});

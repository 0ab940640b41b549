import { type CountedDatabase, countRoundTrips } from '@matinee/testkit/outside/round-trips.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: CountedDatabase;
let server: TestServer;
let anna: TestUser;
let room: string;
beforeAll(async () => {
  database = await countRoundTrips(await freshDatabase());
  server = await startTestServer({ database: database.address });
  anna = await server.signUp('anna');
  room = await makeRoom(server, anna);
});
afterAll(async () => {
  await server?.stop();
  database?.close();
});

test('[PB20] a seek costs three round trips to the database over a socket; over REST a start costs five, a skip six', async () => {
  const media = [await addMedia(server, room, anna), await addMedia(server, room, anna)];
  const rest = (call: string, request: object = {}) =>
    server.ok({ call: `RoomService.${call}`, token: anna.token, room, request: request as never });
  const start = await database.fewest((run) => rest('StartPlayback', { media_id: media[run % 2] }));
  const skip = await database.fewest((run) => rest(run % 2 === 0 ? 'PlayPrevious' : 'PlayNext'));
  const socket = await server.socket(room, anna.token);
  const seek = await database.fewest((run) =>
    socket.command({ case: 'updatePlaybackState', value: { positionSeconds: run } }),
  );
  await socket.close();
  expect({ start, skip, seek }).toEqual({ start: 5, skip: 6, seek: 3 });
});

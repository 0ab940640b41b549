import { type CountedDatabase, countRoundTrips } from '@matinee/testkit/outside/round-trips.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
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

test('[CH10] a message costs three round trips to the database over a socket, and four over REST', async () => {
  const socket = await server.socket(room, anna.token);
  const overSocket = await database.fewest((run) =>
    socket.command({ case: 'sendChatMessage', value: { clientMessageId: `socket ${run}`, content: 'hello' } }),
  );
  await socket.close();
  const overRest = await database.fewest((run) =>
    server.ok({
      call: 'RoomService.SendChatMessage',
      token: anna.token,
      room,
      request: { client_message_id: `rest ${run}`, content: 'hello' },
    }),
  );
  expect({ overSocket, overRest }).toEqual({ overSocket: 3, overRest: 4 });
});

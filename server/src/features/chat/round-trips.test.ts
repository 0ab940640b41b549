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

/** The fewest of ten runs: now and then something else asks the database at the same time. */
async function roundTripsOf(work: (n: number) => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let n = 0; n < 10; n++) {
    const before = database.count();
    await work(n);
    counts.push(database.count() - before);
  }
  return Math.min(...counts);
}

test('[CH10] a message costs three round trips to the database', async () => {
  const socket = await server.socket(room, anna.token);
  const count = await roundTripsOf((n) => {
    socket.send({ case: 'sendChatMessage', value: { clientMessageId: `m${n}`, content: 'hello' } }, `op${n}`);
    return socket.next('commandDone', ({ clientOperationId }) => clientOperationId === `op${n}`);
  });
  await socket.close();
  expect(count).toBe(3);
});

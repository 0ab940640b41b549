import { freshDatabase } from '../postgres.ts';
import { startTestServer, type TestServer, type TestUser } from '../server.ts';
import { makeRoom } from '../world.ts';
import { type CountedDatabase, countRoundTrips } from './counted-database.ts';

/** A room on a server that counts its round trips to the database. */
export interface CountedRoom {
  readonly database: CountedDatabase;
  readonly server: TestServer;
  readonly owner: TestUser;
  readonly room: string;
  stop(): Promise<void>;
}

/** Starts the server, and makes the room and its owner. */
export async function startCountedRoom(): Promise<CountedRoom> {
  const database = await countRoundTrips(await freshDatabase());
  const server = await startTestServer({ database: database.address });
  const owner = await server.signUp('owner');
  const stop = async () => {
    await server.stop();
    database.close();
  };
  return { database, server, owner, room: await makeRoom(server, owner), stop };
}

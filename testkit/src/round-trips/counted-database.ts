import type { DatabaseAddress } from '@matinee/server/store/database-address.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../outside/database-proxy.ts';

/** A proxy to PostgreSQL that counts how often a client waits for an answer. */
export interface CountedDatabase extends DatabaseProxy {
  /**
   * Number of round trips of `work`, over all connections. Everything sent before the first answer counts once. The
   * fewest of ten runs, because other work sometimes uses the database at the same time.
   */
  fewest(work: (run: number) => Promise<unknown>): Promise<number>;
}

/**
 * Starts a proxy between a server and its database. Run it in the server's process, so that it reads everything from
 * one turn of the event loop together.
 */
export async function countRoundTrips(database: DatabaseAddress): Promise<CountedDatabase> {
  let roundTrips = 0;
  const proxy = await startDatabaseProxy(database, (client, server) => {
    let isAnswered = true;
    client.on('data', (bytes) => {
      if (isAnswered) roundTrips += 1;
      isAnswered = false;
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      isAnswered = true;
      client.write(bytes);
    });
  });
  return {
    ...proxy,
    async fewest(work) {
      const counts: number[] = [];
      for (let run = 0; run < 10; run++) {
        const before = roundTrips;
        await work(run);
        counts.push(roundTrips - before);
      }
      return Math.min(...counts);
    },
  };
}

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { DatabaseAddress } from '@matinee/server/store/database-address.ts';

/** A proxy to PostgreSQL that counts how often a client waits for an answer. */
export interface CountedDatabase {
  readonly address: DatabaseAddress;
  /**
   * Round trips that `work` costs, over all connections: everything that is sent before the first answer counts once.
   * It gives the fewest of ten runs, because other work sometimes uses the database at the same time.
   */
  fewest(work: (run: number) => Promise<unknown>): Promise<number>;
  close(): void;
}

/**
 * Stands between a server and its database. Run it in the server's process, so that it reads everything from one turn
 * of the event loop together.
 */
export async function countRoundTrips(database: DatabaseAddress): Promise<CountedDatabase> {
  const sockets = new Set<Socket>();
  let roundTrips = 0;
  const proxy = createServer((client) => {
    const server = connect(`${database.host}/.s.PGSQL.${database.port ?? 5432}`);
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
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    address: { ...database, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    async fewest(work) {
      const counts: number[] = [];
      for (let run = 0; run < 10; run++) {
        const before = roundTrips;
        await work(run);
        counts.push(roundTrips - before);
      }
      return Math.min(...counts);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { DatabaseAddress } from '@matinee/server/store/database-address.ts';

/** A proxy between a server and its PostgreSQL. */
export interface DatabaseProxy {
  readonly address: DatabaseAddress;
  /** Breaks off all connections, and leads new ones to `database`; undefined: refuses them. */
  lead(database: DatabaseAddress | undefined): void;
  close(): void;
}

/**
 * Starts a proxy. `join` passes on the bytes between the two ends of each connection; when one end closes, so does the
 * other.
 */
export async function startDatabaseProxy(
  database: DatabaseAddress,
  join: (client: Socket, server: Socket) => void,
): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  let target: DatabaseAddress | undefined = database;
  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const proxy = createServer((client) => {
    if (target === undefined) return void client.destroy();
    const server = connect(`${target.host}/.s.PGSQL.${target.port ?? 5432}`);
    join(client, server);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    address: { ...database, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    lead: (next) => {
      target = next;
      breakOff();
    },
    close: () => {
      breakOff();
      proxy.close();
    },
  };
}

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { DatabaseAddress } from '@matinee/server/store/database-address.ts';

/** A proxy to PostgreSQL that can hold back what a client sends. */
export interface HoldingProxy {
  readonly address: DatabaseAddress;
  /**
   * Holds back the next message in which the text occurs, and everything that its connection sends after it, until `release`.
   * Resolves when it holds one.
   */
  hold(text: string): Promise<void>;
  release(): void;
  close(): void;
}

/** Stands between a server and its database, and passes everything on until it is told to hold. */
export async function startHoldingProxy(database: DatabaseAddress): Promise<HoldingProxy> {
  const sockets = new Set<Socket>();
  let wanted: { readonly text: string; readonly found: () => void } | undefined;
  let held: { readonly client: Socket; readonly chunks: Buffer[]; readonly server: Socket } | undefined;
  const proxy = createServer((client) => {
    const server = connect(`${database.host}/.s.PGSQL.${database.port ?? 5432}`);
    client.on('data', (bytes) => {
      if (wanted !== undefined && bytes.includes(wanted.text)) {
        held = { client, chunks: [], server };
        wanted.found();
        wanted = undefined;
      }
      if (held?.client === client) held.chunks.push(bytes);
      else server.write(bytes);
    });
    server.on('data', (bytes) => client.write(bytes));
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
    hold: (text) =>
      new Promise((found) => {
        wanted = { text, found };
      }),
    release: () => {
      if (held !== undefined) for (const bytes of held.chunks) held.server.write(bytes);
      held = undefined;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

import type { Socket } from 'node:net';
import type { DatabaseAddress } from '@matinee/server/store/database-address.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';

/** A proxy to PostgreSQL that can hold back messages of the client. */
export interface HoldingProxy extends DatabaseProxy {
  /**
   * Holds back the next message with this text, and all later messages of its connection, until `release`. Resolves
   * when it holds one.
   */
  hold(text: string): Promise<void>;
  release(): void;
}

/** Starts a proxy between a server and its database, which passes everything on until `hold`. */
export async function startHoldingProxy(database: DatabaseAddress): Promise<HoldingProxy> {
  let wanted: { readonly text: string; readonly found: () => void } | undefined;
  let held: { readonly client: Socket; readonly chunks: Buffer[]; readonly server: Socket } | undefined;
  const proxy = await startDatabaseProxy(database, (client, server) => {
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
  });
  return {
    ...proxy,
    hold: (text) =>
      new Promise((found) => {
        wanted = { text, found };
      }),
    release: () => {
      if (held !== undefined) for (const bytes of held.chunks) held.server.write(bytes);
      held = undefined;
    },
  };
}

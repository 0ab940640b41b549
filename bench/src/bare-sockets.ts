/**
 * A bare `ws` server. It sends every message to all clients, and `?bytes=N` makes it greet with one frame of N bytes.
 */
import type { AddressInfo } from 'node:net';
import { type VerifyClientCallbackAsync, WebSocket, WebSocketServer } from 'ws';
import type { DatabasePlace } from './database.ts';
import { makeProfileReader } from './profile-control.ts';
import { serveTasks } from './worker.ts';

/**
 * Admits holders of a session's token after two queries: as many as Matinee needs for the session and the membership.
 */
function makeVerifyClient(database: DatabasePlace): VerifyClientCallbackAsync {
  const read = makeProfileReader(database);
  return ({ req }, answer) => {
    read(req.headers.authorization ?? '').then(
      () => answer(true),
      () => answer(false, 401),
    );
  };
}

const tasks = {
  /** Listens; returns the port. With a database, it asks the database whether to admit a client. */
  start({ database }: { database?: DatabasePlace }): Promise<number> {
    const verifyClient = database === undefined ? {} : { verifyClient: makeVerifyClient(database) };
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, ...verifyClient });
    server.on('connection', (socket, request) => {
      const bytes = Number(new URL(request.url ?? '/', 'ws://bench').searchParams.get('bytes') ?? 0);
      if (bytes > 0) socket.send(Buffer.alloc(bytes));
      socket.on('error', () => undefined);
      socket.on('message', (data: Buffer) => {
        for (const client of server.clients) if (client.readyState === WebSocket.OPEN) client.send(data);
      });
    });
    return new Promise((resolve) => {
      server.once('listening', () => resolve((server.address() as AddressInfo).port));
    });
  },
};

export type BareSockets = typeof tasks;
serveTasks(tasks);

/** A bare `ws` server: whatever a client says goes to all, and `?bytes=N` greets with one frame of N bytes. */
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { serveTasks } from './worker.ts';

const tasks = {
  /** Listens; gives the port. */
  start(): Promise<number> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
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

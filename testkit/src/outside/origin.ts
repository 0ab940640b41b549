import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A foreign web server, on loopback. */
export interface Origin {
  readonly url: string;
  readonly port: number;
  /** Requests so far. */
  readonly asked: IncomingMessage[];
  /** Ends connections as well. */
  stop(): void;
}

export async function startOrigin(listener: RequestListener, host = '127.0.0.1'): Promise<Origin> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    port,
    asked,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Prometheus metrics on a separate listener. They reveal the sizes and rates of rooms, so they are not on the public
 * port. [TR41]
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Part } from '../kernel/lifecycle.ts';

/** The listener; `port` is set once it has started. */
export interface MetricsListener extends Part {
  readonly port: number;
}

/** Serves `GET /metrics` of `registry`. `start` fails if the address cannot be bound. */
export function makeMetricsListener(
  registry: Pick<Registry, 'metrics' | 'contentType'>,
  host: string,
  port: number,
): MetricsListener {
  const server: Server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return {
    name: 'metrics listener',
    get port() {
      return (server.address() as AddressInfo | null)?.port ?? port;
    },
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

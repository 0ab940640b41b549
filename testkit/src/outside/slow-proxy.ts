import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a loopback port that delays the port's answers. */
export interface SlowProxy {
  readonly port: number;
  /** Delay of every answer from now on, in milliseconds. */
  delayMs: number;
  stop(): Promise<void>;
}

export async function startSlowProxy(targetPort: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        target.destroy();
      });
    }
    client.pipe(target);
    target.on('data', (bytes) => setTimeout(() => client.write(bytes), proxy.delayMs));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: SlowProxy = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return proxy;
}

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface BreakingProxy {
  readonly port: number;
  /** Number of connections that it has broken. */
  readonly broken: number;
  stop(): void;
}

/** Passes connections on to port `target` of this machine, and breaks each one after `bytes` of the answer. */
export async function startBreakingProxy(target: number, bytes: number): Promise<BreakingProxy> {
  const sockets = new Set<Socket>();
  let broken = 0;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    let passed = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (piece) => {
      const room = bytes - passed;
      passed += piece.length;
      if (piece.length < room) return void client.write(piece);
      broken++;
      client.write(piece.subarray(0, room), () => client.resetAndDestroy());
      upstream.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get broken() {
      return broken;
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

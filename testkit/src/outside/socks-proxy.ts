import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A SOCKS5 proxy (RFC 1928) on a loopback port that resolves the test's names. */
export interface SocksProxyServer {
  readonly port: number;
  /** Targets that clients requested, `host:port`, as they wrote them. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
}

/** `names`: loopback port by `host:port`. With `login`, clients must send it (RFC 1929). */
export async function startSocksProxy(
  names: Readonly<Record<string, number>>,
  login?: { username: string; password: string },
): Promise<SocksProxyServer> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy()).on('close', () => sockets.delete(client));
    serve(client).catch(() => client.destroy());
  });

  async function serve(client: Socket): Promise<void> {
    const read = reader(client);
    const [, methodCount] = await read(2);
    const methods = await read(methodCount!);
    const method = login ? 2 : 0;
    if (!methods.includes(method)) return void client.end(Buffer.from([5, 0xff]));
    client.write(Buffer.from([5, method]));
    if (login) {
      const username = String(await read((await read(2))[1]!));
      const password = String(await read((await read(1))[0]!));
      const isRight = username === login.username && password === login.password;
      client.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) return void client.end();
    }
    const [, , , kind] = await read(4);
    const host = kind === 3 ? String(await read((await read(1))[0]!)) : (await read(kind === 1 ? 4 : 16)).join('.');
    const port = (await read(2)).readUInt16BE();
    const target = `${host}:${port}`;
    asked.push(target);
    const found = names[target];
    client.write(Buffer.from([5, found === undefined ? 4 : 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    if (found === undefined) return void client.end();
    const upstream = connect(found, '127.0.0.1');
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
    upstream.pipe(client);
    client.pipe(upstream);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Reads a given number of bytes at a time. */
function reader(socket: Socket): (bytes: number) => Promise<Buffer> {
  return async (bytes) => {
    for (;;) {
      const found = bytes === 0 ? Buffer.alloc(0) : (socket.read(bytes) as Buffer | null);
      if (found) return found;
      await new Promise<void>((resolve, reject) => {
        socket.once('readable', resolve);
        socket.once('close', () => reject(new Error('closed')));
      });
    }
  };
}

import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface PathProxy {
  /** Public address of the server, with the path, without a slash at the end. */
  readonly url: string;
  /** Requested paths that are not below its own. */
  readonly strayed: string[];
  stop(): void;
}

interface PathProxyOptions {
  /** Path under which the server is shown, `/cinema`. */
  readonly path: string;
  /** Whether the proxy removes the path from requests to the server. */
  readonly strips?: boolean;
}

/** A reverse proxy that shows `target`, a port of this machine, under a path of a host that also has other sites. */
export async function startPathProxy(target: number, { path, strips = false }: PathProxyOptions): Promise<PathProxy> {
  const strayed: string[] = [];
  const sockets = new Set<Socket>();
  /** The path to request from the server; undefined: the request is not below the proxy's path. */
  const targetOf = ({ url = '' }: IncomingMessage): string | undefined => {
    if (url.startsWith(`${path}/`)) return strips ? url.slice(path.length) : url;
    strayed.push(url);
    return undefined;
  };
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const url = targetOf(request);
    if (url === undefined) return void response.writeHead(404).end('a neighbour');
    const { method, headers } = request;
    const passed = ask({ host: '127.0.0.1', port: target, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.once('close', () => passed.destroy());
    request.pipe(passed);
  };
  const server = createServer(pass);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket, head) => {
    const url = targetOf(request);
    socket.on('error', () => undefined);
    if (url === undefined) return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    const upstream = connect(target, '127.0.0.1');
    upstream.on('error', () => undefined).once('close', () => socket.destroy());
    socket.once('close', () => upstream.destroy());
    const fields = request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}\r\n`] : []));
    upstream.write(`GET ${url} HTTP/1.1\r\n${fields.join('')}\r\n`);
    upstream.write(head);
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    strayed,
    stop() {
      server.close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * One port for HTTP/1.1 and gRPC. The first bytes of a connection tell which it is: HTTP/2 with prior knowledge starts with a
 * preface that no HTTP/1.1 request can start with (RFC 9113, section 3.4), and only gRPC speaks HTTP/2 here. [TR1]–[TR5], [TR8]
 */
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { Clock } from '../kernel/clock.ts';

/** Certificate chain and key, PEM. */
export interface TlsFiles {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

interface OnePortParts {
  readonly tls?: TlsFiles | undefined;
  readonly clock: Clock;
  /** Takes over a connection whose first bytes have been put back. */
  readonly http1: (socket: Socket) => void;
  readonly http2: (socket: Socket) => void;
}

/** A listening port. */
export interface OnePort {
  /** Gives the port that was bound. @throws Error (EADDRINUSE, EACCES) when it cannot be. */
  listen(host: string, port: number): Promise<number>;
  /** Accepts no more connections and ends those that have said nothing yet. Handed-over connections stay. */
  close(): void;
  /** Takes other certificates for connections from now on. @throws Error when they do not serve; then the old ones stay. */
  renewTls(tls: TlsFiles): void;
}

/** Start of the HTTP/2 preface; the rest of it says nothing more. */
const preface = Buffer.from('PRI * HTTP/2.0', 'latin1');

/** Time for the first bytes, in milliseconds: browsers open connections ahead, but a silent one costs a descriptor. */
export const firstBytesMs = 10_000;

export function makeOnePort({ tls, clock, http1, http2 }: OnePortParts): OnePort {
  const undecided = new Set<Socket>();

  function accept(socket: Socket): void {
    undecided.add(socket);
    const settle = readPreface(socket, (isHttp2) => {
      settled();
      if (socket.destroyed) return;
      if (isHttp2) http2(socket);
      else http1(socket);
    });
    const cancel = clock.after(firstBytesMs, () => socket.destroy());
    socket.once('close', settled);
    function settled(): void {
      cancel();
      settle();
      undecided.delete(socket);
      socket.off('close', settled);
    }
  }

  // As node:http sets them: answers are written at once, and a client may end its side and still read.
  const socketOptions = { allowHalfOpen: true, noDelay: true } as const;
  const server: Server = tls
    ? // Browsers offer both protocols and get HTTP/1.1; gRPC clients offer h2 alone.
      createTlsServer({ ...socketOptions, ...tls, ALPNProtocols: ['http/1.1', 'h2'], handshakeTimeout: firstBytesMs })
    : createNetServer(socketOptions);
  server.on(tls ? 'secureConnection' : 'connection', accept);
  // A failed handshake or a reset is the client's affair.
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port }, () => {
          server.off('error', reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    close() {
      server.close();
      for (const socket of undecided) socket.destroy();
    },
    renewTls: (files) => (server as TlsServer).setSecureContext(files),
  };
}

/** Reads until the bytes differ from the preface or are all of it, puts them back and tells. Gives a function that stops reading. */
function readPreface(socket: Socket, decide: (isHttp2: boolean) => void): () => void {
  let seen: Buffer = Buffer.alloc(0);
  const stop = () => {
    socket.off('data', onData);
    socket.off('end', onEnd);
    socket.off('error', onError);
  };
  const onData = (bytes: Buffer) => {
    seen = seen.length === 0 ? bytes : Buffer.concat([seen, bytes]);
    const compared = Math.min(seen.length, preface.length);
    const matches = seen.compare(preface, 0, compared, 0, compared) === 0;
    if (matches && compared < preface.length) return;
    stop();
    socket.pause();
    socket.unshift(seen);
    decide(matches);
  };
  const onEnd = () => socket.destroy();
  const onError = () => socket.destroy();
  socket.on('data', onData);
  socket.on('end', onEnd);
  socket.on('error', onError);
  return stop;
}

/**
 * One port for HTTP/1.1 and gRPC, told apart by the first bytes of a connection. HTTP/2 with prior knowledge starts
 * with a preface that cannot begin an HTTP/1.1 request (RFC 9113, section 3.4), and here only gRPC uses HTTP/2.
 * [TR1]–[TR5], [TR8]
 */
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type PortFigures, watchConnections } from './full-port.ts';

/** Certificate chain and key, PEM. */
export interface TlsFiles {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/** The parameters of a port. */
export interface OnePortParts {
  readonly tls?: TlsFiles | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Maximum number of connections of the port. Undefined: no limit. */
  readonly maxConnections?: number | undefined;
  /** Called while connections are refused because the port is full. */
  readonly makeRoom?: () => void;
  /** Takes over a connection. Its first bytes have been put back, so the new owner reads them again. */
  readonly http1: (socket: Socket) => void;
  readonly http2: (socket: Socket) => void;
}

/** A listening port. */
export interface OnePort {
  /**
   * Resolves with the bound port. `isOwn`: no other worker gets its connections. @throws Error (EADDRINUSE, EACCES) if
   * it cannot be bound.
   */
  listen(host: string, port: number, isOwn?: boolean): Promise<number>;
  /**
   * Accepts no more connections, and closes those that have sent nothing yet. Connections that were handed over stay
   * open.
   */
  close(): void;
  /** Uses other certificates for new connections. @throws Error if they cannot be used; the old ones then stay. */
  renewTls(tls: TlsFiles): void;
  connections(): PortFigures;
}

/** Start of the HTTP/2 preface. The rest of it carries no information. */
const preface = Buffer.from('PRI * HTTP/2.0', 'latin1');

/**
 * Time limit for the first bytes, in milliseconds: browsers open connections in advance, but each silent one costs a
 * file descriptor.
 */
export const firstBytesMs = 10_000;

/**
 * Time for a client to close its side after the server has closed its own, in milliseconds: a few round trips, and a
 * retransmission. After that the connection is destroyed, so that no refused client occupies a file descriptor.
 */
export const closeGraceMs = 3_000;

/** How often the server looks for connections that have sent nothing in time, in milliseconds. */
const sweepMs = 1_000;

/** A connection whose protocol is not known yet. */
interface Undecided {
  readonly sinceMs: number;
  /** Its first bytes, as long as they match the start of the preface. */
  readonly seen: Buffer;
}

const nothing = Buffer.alloc(0);

export function makeOnePort({ tls, clock, log, maxConnections, makeRoom, http1, http2 }: OnePortParts): OnePort {
  const undecided = new Map<Socket, Undecided>();
  const unsweep = clock.every(sweepMs, () => {
    const oldestMs = clock.nowMs() - firstBytesMs;
    for (const [socket, { sinceMs }] of undecided) if (sinceMs <= oldestMs) socket.destroy();
  });

  // All connections share these listeners: attackers open many connections, so a new one must cost little.
  function accept(socket: Socket): void {
    undecided.set(socket, { sinceMs: clock.nowMs(), seen: nothing });
    socket.on('data', readPreface).on('end', end).on('error', end).on('close', forget).on('finish', awaitClose);
  }

  function awaitClose(this: Socket): void {
    this.once(
      'close',
      clock.after(closeGraceMs, () => this.destroy()),
    );
  }

  function forget(this: Socket): void {
    undecided.delete(this);
    this.off('data', readPreface).off('end', end).off('error', end).off('close', forget);
  }

  /**
   * Reads until the bytes differ from the preface or complete it. Then puts them back and hands the connection over.
   */
  function readPreface(this: Socket, bytes: Buffer): void {
    const { sinceMs, seen: before } = undecided.get(this)!;
    const seen = before.length === 0 ? bytes : Buffer.concat([before, bytes]);
    const compared = Math.min(seen.length, preface.length);
    const isPreface = seen.compare(preface, 0, compared, 0, compared) === 0;
    if (isPreface && compared < preface.length) {
      undecided.set(this, { sinceMs, seen });
      return;
    }
    forget.call(this);
    this.pause();
    this.unshift(seen);
    if (isPreface) http2(this);
    else http1(this);
  }

  const server = makeServer(tls, accept);

  const watch = watchConnections({ server, limit: maxConnections, makeRoom: makeRoom ?? ignore, clock, log });

  return {
    listen: (host, port, isOwn = false) => bind(server, host, port, isOwn),
    close() {
      server.close();
      unsweep();
      watch.stop();
      for (const socket of undecided.keys()) socket.destroy();
    },
    connections: watch.figures,
    renewTls: (files) => (server as TlsServer).setSecureContext(files),
  };
}

function makeServer(tls: TlsFiles | undefined, accept: (socket: Socket) => void): Server {
  // The same options as node:http: answers are sent without delay, and a client may close its side and still read.
  const socketOptions = { allowHalfOpen: true, noDelay: true } as const;
  const server: Server = tls
    ? // Browsers offer both protocols and get HTTP/1.1; gRPC clients offer h2 alone.
      createTlsServer({ ...socketOptions, ...tls, ALPNProtocols: ['http/1.1', 'h2'], handshakeTimeout: firstBytesMs })
    : createNetServer(socketOptions);
  server.on(tls ? 'secureConnection' : 'connection', accept);
  // A failed handshake or a reset is the client's problem.
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
  return server;
}

function bind(server: Server, host: string, port: number, isOwn: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: isOwn }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function ignore(): void {}

/** Drops a connection that ends or fails before its protocol is known. */
function end(this: Socket): void {
  this.destroy();
}

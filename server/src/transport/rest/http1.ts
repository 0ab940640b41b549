/**
 * The Node HTTP/1.1 server below Fastify: time limits against slow clients, headers of every answer, and upgrades. It
 * never listens itself: `one-port.ts` hands it connections. [TR6], [TR7]
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../kernel/clock.ts';
import { requestErrors } from '../errors.ts';
import { requestIdOf } from '../request-id.ts';
import type { CutBase } from './base-path.ts';
import { makeBodyPace } from './body-pace.ts';
import { errorBody } from './error-body.ts';
import { InHand } from './in-hand.ts';
import { type BytesAnswerer, RequestGate } from './request-gate.ts';
import { replayWithoutUpgrade } from './upgrade.ts';

/** Handles a WebSocket handshake under `/ws/`. */
export type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Time limits for the headers and for the whole request, and the interval at which they are checked, in milliseconds.
 * Answers may take longer. `body-pace.ts` has stricter limits for bodies; a part of an upload ends with its session.
 */
const headersTimeout = 10_000;
const requestTimeout = 900_000;
const connectionsCheckingInterval = 2_000;
/**
 * Common proxies close idle connections after 60 s. We wait a little longer, so that they never write to a closed
 * connection.
 */
export const keepAliveTimeout = 65_000;
/**
 * A client that reads nothing of an answer for this long, in milliseconds, is cut off. No call takes that long to send
 * a byte.
 */
const stalledMs = 120_000;
/** Maximum size of the headers of a request, in bytes: tokens have at most 2 KiB. */
const maxHeaderSize = 16_384;

const serverOptions = {
  headersTimeout,
  requestTimeout,
  connectionsCheckingInterval,
  keepAliveTimeout,
  maxHeaderSize,
  noDelay: true,
  requireHostHeader: false,
};

/** HTTP/1.1 without a port. */
export interface Http1 {
  readonly server: Server;
  /** Serves one connection whose first bytes have not been read yet. */
  take(socket: Socket): void;
  /**
   * From now on every answer closes its connection, and idle connections are closed at once. Resolves when no request
   * is in progress.
   */
  drain(): Promise<void>;
  /** Closes every connection except upgraded ones, which belong to the code that took them over. */
  destroy(): void;
}

export interface Http1Parts {
  readonly clock: Clock;
  readonly listener: RequestListener;
  /** Removes the server's public path from the requested URL: the code behind this does not know that path. */
  readonly cutBase?: CutBase;
  /** Runs before `listener`. Returns true if it has answered the request itself. */
  readonly prepare: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly onUpgrade: OnUpgrade | undefined;
  /** Whether the body of a request may be as slow as the client's line. */
  readonly isUpload: (request: IncomingMessage) => boolean;
  /** Answers some requests directly from their bytes, without all of the above. */
  readonly answerBytes?: BytesAnswerer['answer'];
  readonly timeout?: number;
}

export function makeHttp1(parts: Http1Parts): Http1 {
  const { clock, listener, prepare, onUpgrade, isUpload, answerBytes = () => undefined, timeout = stalledMs } = parts;
  const { cutBase = (url: string) => url } = parts;
  const inHand = new InHand();
  const gates = new WeakMap<Duplex, RequestGate>();
  const pace = makeBodyPace(clock, (socket) => server.emit('clientError', lateError(), socket));

  const server = createServer(serverOptions, (request, response) => {
    request.url = cutBase(request.url ?? '');
    const gate = gates.get(request.socket);
    gate?.begin(request);
    inHand.begin();
    pace.begin(request, isUpload(request));
    response.once('close', () => {
      gate?.end();
      pace.end(request);
      inHand.end();
    });
    if (inHand.isDraining) response.shouldKeepAlive = false;
    if (prepare(request, response)) return;
    if (hasOneHost(request)) listener(request, response);
    else refuseRequest(response);
  });
  /** Requests that Node does not see. */
  const quick = new InHand();
  const answerer = counting(quick, answerBytes);
  function take(socket: Socket): void {
    server.emit('connection', socket);
    gates.set(socket, new RequestGate(socket, answerer));
    socket.resume();
  }
  server.timeout = timeout;
  const upgrade = upgrading({ cutBase, onUpgrade, take });
  server.on('upgrade', (request, socket, read) => {
    upgrade(request, socket, Buffer.concat([read, gates.get(socket)!.release()]));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    gates.get(socket)?.release();
    refuse(error, socket);
  });
  // Starts Node's check for slow connections, which otherwise starts only when a server listens.
  server.emit('listening');

  return {
    server,
    take,
    async drain() {
      const drained = inHand.drain();
      await quick.drain();
      server.closeIdleConnections();
      await drained;
    },
    destroy() {
      pace.stop();
      server.closeAllConnections();
      // Stops the check for slow connections.
      server.close();
    },
  };
}

interface Upgrading {
  readonly cutBase: CutBase;
  readonly onUpgrade: OnUpgrade | undefined;
  readonly take: (socket: Socket) => void;
}

/** Hands WebSocket handshakes over. */
function upgrading({ cutBase, onUpgrade, take }: Upgrading): OnUpgrade {
  return (request, socket, head) => {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    const url = cutBase(request.url ?? '');
    if (onUpgrade && isWebSocket && url.startsWith('/ws/')) onUpgrade(Object.assign(request, { url }), socket, head);
    // A request that offers a protocol we do not support is still valid (RFC 9110, section 7.8): answer it as HTTP/1.1.
    else replayWithoutUpgrade(request, socket as Socket, head, take);
  };
}

function counting(quick: InHand, answerBytes: BytesAnswerer['answer']): BytesAnswerer {
  return {
    answer(bytes, socket) {
      const answered = quick.isDraining ? undefined : answerBytes(bytes, socket);
      if (answered) quick.begin();
      return answered;
    },
    end: () => quick.end(),
  };
}

/** RFC 9112, section 3.2: an HTTP/1.1 request has exactly one Host header. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** The same error as Node's. */
function lateError(): NodeJS.ErrnoException {
  return Object.assign(new Error('the request takes too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

function refuseRequest(response: ServerResponse): void {
  const error = requestErrors.malformed({ message: 'The request must name its host, once.' });
  response.writeHead(error.httpStatus, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  response.end(errorBody(error, String(response.getHeader('x-request-id'))));
}

/** Answers a request that the parser could not read or that did not arrive in time, and closes the connection. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? requestErrors.headers_too_large()
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? requestErrors.timeout()
        : requestErrors.malformed();
  const requestId = requestIdOf(undefined);
  const body = errorBody(status, requestId);
  socket.end(
    `HTTP/1.1 ${status.httpStatus} Refused\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // Reads and drops further input: with unread bytes, the system would reset the connection and lose the answer.
  socket.resume();
}

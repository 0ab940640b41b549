/**
 * The Node HTTP/1.1 server below Fastify: time limits against slow clients, what every answer carries, and upgrades. It never
 * listens; `one-port.ts` hands it connections. [TR6], [TR7]
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { requestErrors } from '../errors.ts';
import { requestIdOf } from '../request-id.ts';
import { errorBody } from './error-body.ts';
import { replayWithoutUpgrade } from './upgrade.ts';

/** Takes a WebSocket handshake under `/ws/`. */
export type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Time for the headers and for the whole of a request, in milliseconds, and how often they are checked. Answers may take longer. */
const headersTimeout = 10_000;
const requestTimeout = 30_000;
const connectionsCheckingInterval = 2_000;
/** A little longer than the 60 s after which common proxies close idle connections, so that they never write into a closed one. */
const keepAliveTimeout = 65_000;
/** Header bytes of one request: tokens are 2 KiB at most. */
const maxHeaderSize = 16_384;

/** HTTP/1.1 without a port. */
export interface Http1 {
  readonly server: Server;
  /** Serves one connection whose first bytes are still to be read. */
  take(socket: Socket): void;
  /** From now on answers close their connection; idle ones end at once. Resolves when no request is in hand. */
  drain(): Promise<void>;
  /** Ends every connection, those that were upgraded excepted: they belong to the one who took them. */
  destroy(): void;
}

/** `prepare` runs before `listener`; when it answers the request itself it gives true. */
export function makeHttp1(
  listener: RequestListener,
  prepare: (request: IncomingMessage, response: ServerResponse) => boolean,
  onUpgrade: OnUpgrade | undefined,
): Http1 {
  let inHand = 0;
  let isDraining = false;
  let drained = (): void => undefined;

  const server = createServer(
    {
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval,
      keepAliveTimeout,
      maxHeaderSize,
      noDelay: true,
      requireHostHeader: false,
    },
    (request, response) => {
      inHand++;
      response.once('close', () => {
        inHand--;
        if (inHand === 0) drained();
      });
      if (isDraining) response.shouldKeepAlive = false;
      if (prepare(request, response)) return;
      if (hasOneHost(request)) listener(request, response);
      else refuseRequest(response);
    },
  );
  server.on('upgrade', (request, socket, head) => {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    if (onUpgrade && isWebSocket && request.url?.startsWith('/ws/')) onUpgrade(request, socket, head);
    // An offer that is not taken is no fault of the request (RFC 9110, section 7.8): it is answered as HTTP/1.1.
    else replayWithoutUpgrade(request, socket as Socket, head, (again) => server.emit('connection', again));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket));
  // Starts the check of slow connections, which Node ties to listening.
  server.emit('listening');

  return {
    server,
    take(socket) {
      server.emit('connection', socket);
      socket.resume();
    },
    drain() {
      isDraining = true;
      server.closeIdleConnections();
      return inHand === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            drained = resolve;
          });
    },
    destroy() {
      server.closeAllConnections();
      // Ends the check of slow connections.
      server.close();
    },
  };
}

/** RFC 9112, section 3.2: a request of HTTP/1.1 names its host, and only once. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

function refuseRequest(response: ServerResponse): void {
  const error = requestErrors.malformed({ message: 'The request must name its host, once.' });
  response.writeHead(error.httpStatus, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  response.end(errorBody(error, String(response.getHeader('x-request-id'))));
}

/** Answers what the parser could not read, or waited for in vain, and ends the connection. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? requestErrors.malformed({ httpStatus: 431, message: 'The headers are too large.' })
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? requestErrors.timeout({ httpStatus: 408 })
        : requestErrors.malformed();
  const requestId = requestIdOf(undefined);
  const body = errorBody(status, requestId);
  socket.end(
    `HTTP/1.1 ${status.httpStatus} Refused\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

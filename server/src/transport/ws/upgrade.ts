/** WebSockets of rooms. Access is checked before the upgrade, so that a refusal is a plain HTTP answer. */
import type { IncomingMessage } from 'node:http';
import { nextTick } from 'node:process';
import type { Duplex } from 'node:stream';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { WebSocketServer } from 'ws';
import type { Incoming, Pipeline, RoomPrincipal } from '../../kernel/call.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AppError } from '../../kernel/errors.ts';
import { realtimeErrors } from '../../realtime/realtime.errors.ts';
import type { Realtime } from '../../realtime/realtime.ts';
import type { Session } from '../../realtime/session/session.ts';
import type { ClientAddress } from '../client-address.ts';
import { toAppError } from '../errors.ts';
import { closeGraceMs } from '../one-port.ts';
import { requestIdOf } from '../request-id.ts';
import { errorBody } from '../rest/error-body.ts';
import { makeAdmissionWaves } from './admission-waves.ts';
import type { PageOrigins } from './page-origin.ts';
import { serveSocket } from './serve-socket.ts';
import { TurnWrites } from './turn-writes.ts';

/**
 * Maximum size of a realtime frame, in bytes: a chat message has at most 2 KiB of UTF-8 and an SDP offer 10 KB; 64 KiB
 * leaves room. Larger: close 1009.
 */
export const maxFrameBytes = 64 * 1024;

/** A separate constant, because the types of the library lack the last option. */
const socketOptions = {
  noServer: true,
  perMessageDeflate: false,
  // The session does not count the fragments of a message, so the library limits them. More: close 1008. [RT13]
  maxFragments: 64,
  maxPayload: maxFrameBytes,
  clientTracking: false,
  // A peer that does not answer the close, or does not close its side after it, is cut off.
  closeTimeout: closeGraceMs,
};

export interface UpgradeParts {
  readonly pipeline: Pipeline;
  readonly realtime: Realtime;
  /** Redeems a ticket. @throws AppError `unauthenticated`. */
  readonly takeTicket: (ticket: string, roomId: string) => Promise<RoomPrincipal>;
  readonly pageOrigins: Pick<PageOrigins, 'check'>;
  readonly clientAddress: ClientAddress;
  readonly clock: Clock;
}

/** The signal of the call that opens a connection. It never aborts: the call is over before the connection is. */
const never = new AbortController().signal;

const noOptions = new URLSearchParams();

const ignore = () => undefined;

export type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Serves `/ws/rooms/{room_id}`, with a bearer token in the header or a ticket in the query. Never throws. [RT22]–[RT24]
 */
export function makeWebSocketUpgrade(parts: UpgradeParts): OnUpgrade {
  const { clock } = parts;
  const writes = new TurnWrites();
  const inWave = makeAdmissionWaves(clock);
  const server = new WebSocketServer(socketOptions);
  // For handshakes that break RFC 6455, section 4.2.1. Without a listener the library would answer them in HTML.
  server.on('wsClientError', (_, socket, request) => {
    refuse(socket, realtimeErrors.bad_request(), requestIdOf(request.headers['x-request-id']));
  });
  return (request, socket, head) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    socket.on('error', ignore);
    inWave(() =>
      admit(parts, request, requestId).then(
        ({ session, isJson }) => {
          if (socket.destroyed) return session.closed();
          socket.off('error', ignore);
          // Corked, so that the answer to the handshake and the greeting are one write.
          socket.cork();
          server.handleUpgrade(request, socket, head, (webSocket) =>
            serveSocket({ socket: webSocket, wire: socket, isJson }, session, writes),
          );
          nextTick(() => socket.uncork());
          // After a bad handshake the library does not call back, so the session was not started.
          if (!session.isOpen) session.closed();
        },
        (cause) => refuse(socket, toAppError(cause), requestId),
      ),
    );
  };
}

/**
 * Identifies the client and the room, and admits the session. Redeems the ticket first, so that it is used up even if
 * the request fails.
 */
async function admit(
  parts: UpgradeParts,
  request: IncomingMessage,
  requestId: string,
): Promise<{ session: Session; isJson: boolean }> {
  const [path = '', ...query] = (request.url ?? '').split('?');
  const roomId = /^\/ws\/rooms\/([A-Za-z0-9_]{1,64})$/.exec(path)?.[1];
  const options = query.length === 0 ? noOptions : new URLSearchParams(query.join('?'));
  const ticket = options.get('ticket');
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const principal = ticket === null ? undefined : await parts.takeTicket(ticket, roomId ?? '');
  if (roomId === undefined) throw realtimeErrors.not_found();
  if (ticket !== null && bearer !== undefined) throw realtimeErrors.bad_request();
  parts.pageOrigins.check(request);
  const incoming: Omit<Incoming, 'message'> = {
    bearer,
    roomId,
    requestId,
    transport: 'ws',
    address: parts.clientAddress(request.socket.remoteAddress, headerText(request.headers['x-forwarded-for'])),
    userAgent: request.headers['user-agent'] ?? '',
    signal: never,
    ...(principal === undefined ? {} : { principal }),
  };
  const call = await parts.pipeline.open(RoomService.method.messageStream, incoming);
  return { session: parts.realtime.admit(call), isJson: options.get('format') === 'json' };
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Answers with the same body as every other HTTP error. */
function refuse(socket: Duplex, error: AppError, requestId: string): void {
  const body = errorBody(error, requestId);
  const { retryAfterSeconds } = error.details;
  const head = [
    `HTTP/1.1 ${error.httpStatus} ${phrases[error.httpStatus] ?? 'Error'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
    ...(retryAfterSeconds === undefined ? [] : [`retry-after: ${retryAfterSeconds}`]),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Reads and drops further input: with unread bytes, the system would reset the connection and lose the answer.
  socket.resume();
}

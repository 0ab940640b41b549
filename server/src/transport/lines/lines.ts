/**
 * The connection to a room for networks that block WebSockets. The server sends its frames as one stream of events; the
 * client posts its own. Both are the frames of the WebSocket (`realtime.proto`), in base64. [RT38] [RT39]
 */
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pipeline, RoomPrincipal } from '../../kernel/call.ts';
import type { Clock } from '../../kernel/clock.ts';
import { realtimeErrors } from '../../realtime/realtime.errors.ts';
import type { Realtime } from '../../realtime/realtime.ts';
import type { Session } from '../../realtime/session/session.ts';
import type { ClientAddress } from '../client-address.ts';
import { requestErrors } from '../errors.ts';
import { requestIdIn } from '../rest/headers.ts';
import { maxFrameBytes } from '../ws/upgrade.ts';
import { EventConnection } from './event-connection.ts';
import type { LineKeys } from './line-keys.ts';

export interface LineParts {
  readonly pipeline: Pick<Pipeline, 'open'>;
  readonly realtime: Pick<Realtime, 'admit' | 'lines'>;
  /** Redeems a ticket. @throws AppError `unauthenticated`. */
  readonly takeTicket: (ticket: string, roomId: string) => Promise<RoomPrincipal>;
  readonly keys: LineKeys;
  readonly clientAddress: ClientAddress;
  readonly clock: Clock;
}

/** Maximum number of frames in one request. */
const maxFrames = 64;
/** Maximum size of a body, in bytes: one frame of the largest size in base64, and some small ones. */
const bodyLimit = 128 * 1024;
/** Some proxies hold an answer back until it has this many bytes. */
const padding = `: ${' '.repeat(2_048)}\n\n`;

const never = new AbortController().signal;

/** Adds `GET /api/rooms/{room_id}/line`, with a ticket in the query, and `POST /api/lines`. */
export function addLines(app: FastifyInstance, parts: LineParts): void {
  app.get('/api/rooms/:roomId/line', async (request, reply) => {
    const session = await admit(parts, request);
    serve(parts, session, reply);
    return reply;
  });
  app.post('/api/lines', { bodyLimit }, async (request, reply) => {
    const { key, frames } = readBody(request.body);
    const id = parts.keys.read(key);
    if (id === undefined || !parts.realtime.lines.receive(id, frames)) throw realtimeErrors.unknown_line();
    return reply.code(204).send();
  });
}

/** Identifies the client. Redeems the ticket first, so that it is used up even if the request fails. */
async function admit(parts: LineParts, { raw, params }: FastifyRequest): Promise<Session> {
  const { roomId } = params as { readonly roomId: string };
  const ticket = new URLSearchParams((raw.url ?? '').split('?').slice(1).join('?')).get('ticket');
  if (ticket === null) throw realtimeErrors.bad_request();
  const principal = await parts.takeTicket(ticket, roomId);
  const call = await parts.pipeline.open(RoomService.method.messageStream, {
    bearer: undefined,
    principal,
    roomId,
    requestId: requestIdIn(raw),
    transport: 'sse',
    address: parts.clientAddress(raw.socket.remoteAddress, raw.headers['x-forwarded-for'] as string | undefined),
    userAgent: raw.headers['user-agent'] ?? '',
    signal: never,
  });
  return parts.realtime.admit(call);
}

/** The first event, `line`, contains the key with which the client posts its frames. */
function serve({ realtime, keys, clock }: LineParts, session: Session, reply: FastifyReply): void {
  const { id, key } = keys.make();
  const response = reply.raw;
  reply.hijack();
  if (response.destroyed) return session.closed();
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  response.on('error', () => undefined);
  response.once('close', () => {
    realtime.lines.close(id);
    session.closed();
  });
  response.write(`${padding}event: line\ndata: ${key}\n\n`);
  realtime.lines.open(id, session);
  session.start(new EventConnection(response, clock));
}

/** @throws AppError for anything but `{"line": key, "frames": [base64, …]}`. */
function readBody(body: unknown): { readonly key: string; readonly frames: readonly Buffer[] } {
  const { line, frames } = parse(body) as { readonly line?: unknown; readonly frames?: unknown };
  if (typeof line !== 'string' || !Array.isArray(frames) || frames.length > maxFrames) throw requestErrors.malformed();
  const read = frames.map((frame) => {
    if (typeof frame !== 'string') throw requestErrors.malformed();
    return Buffer.from(frame, 'base64');
  });
  if (read.some((frame) => frame.length > maxFrameBytes)) throw requestErrors.body_too_large();
  return { key: line, frames: read };
}

function parse(body: unknown): object {
  try {
    const value: unknown = JSON.parse(String(body));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported by the error below.
  }
  throw requestErrors.malformed_json();
}

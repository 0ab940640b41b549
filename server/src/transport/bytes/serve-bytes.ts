/**
 * Answers byte requests with the routes of features. Each gets one log line and one count, like a call. [TR90]–[TR94]
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../kernel/clock.ts';
import type { AppError } from '../../kernel/errors.ts';
import type { ByteAnswer, ByteProtocol, ByteRequest, ByteRoute } from '../../kernel/http/byte-routes.ts';
import type { Log } from '../../kernel/log.ts';
import type { ClientAddress } from '../client-address.ts';
import { requestErrors, toAppError } from '../errors.ts';
import type { CallObserver } from '../pipeline/pipeline.ts';
import { errorBody, failureHeaders } from '../rest/error-body.ts';
import { requestIdIn } from '../rest/headers.ts';
import { dropsBody } from '../rest/leave-body.ts';
import { type Match, matchByteRoutes } from './matching.ts';

export interface ByteParts {
  readonly routes: readonly ByteRoute[];
  readonly clientAddress: ClientAddress;
  /** Takes one request from the stream budget of the person; `personId` undefined: from that of the IP address. */
  readonly spend: (personId: string | undefined, address: string) => Promise<void>;
  /** Aborts when the process stops. */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
  readonly observe: CallObserver;
  /** Called with the number of bytes of a route's answer, including its head. */
  readonly onSent: (route: string, bytes: number) => void;
}

export interface ServeBytes {
  /** The methods that a byte route allows at this URL; undefined for other URLs. */
  kindOf(request: IncomingMessage): 'read' | 'written' | 'protocol' | undefined;
  /** True if this answers the request. Call `kindOf` first. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
}

const bearerScheme = /^Bearer +([^\s]+)$/i;

export function makeServeBytes(parts: ByteParts): ServeBytes {
  const find = matchByteRoutes(parts.routes);
  const found = new WeakMap<IncomingMessage, Match>();
  return {
    kindOf(request) {
      const match = find(split(request)[0]);
      if (!match) return undefined;
      found.set(request, match);
      if (match.route.protocol) return 'protocol';
      return match.route.put ? 'written' : 'read';
    },
    serve(request, response) {
      const match = found.get(request);
      if (!match) return false;
      const { method } = request;
      if (match.route.protocol) return serveProtocol(parts, match.route.protocol, match, request, response);
      const isRead = method === 'GET' || method === 'HEAD';
      const isWritten = method === 'PUT' && match.route.put !== undefined;
      if (isRead || isWritten) void answer(parts, match, split(request)[1], request, response);
      return isRead || isWritten;
    },
  };
}

/** [TR114] */
function serveProtocol(
  parts: ByteParts,
  { methods, acceptPost }: ByteProtocol,
  match: Match,
  request: IncomingMessage,
  response: ServerResponse,
): true {
  const { method } = request;
  const isKnown = methods.some((one) => one === method);
  if (!isKnown) response.setHeader('allow', [...methods, 'OPTIONS'].join(', '));
  if (method === 'OPTIONS') {
    if (acceptPost !== undefined) response.setHeader('accept-post', acceptPost);
    response.writeHead(204).end();
  } else void answer(parts, match, split(request)[1], request, response);
  return true;
}

/** Path and query. */
function split({ url = '' }: IncomingMessage): [string, string] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

async function answer(
  parts: ByteParts,
  { route, params }: Match,
  query: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { clock, clientAddress, spend } = parts;
  const startedMs = clock.nowMs();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { headers, socket } = request;
  const sentBefore = socket.bytesWritten;
  const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined);
  const asked: Omit<ByteRequest, 'method'> = {
    params,
    query: new URLSearchParams(query),
    headers,
    bearer: bearerScheme.exec(headers.authorization ?? '')?.[1],
    requestId: requestIdIn(request),
    spend: (personId) => spend(personId, address),
    signal: gone.signal,
  };
  let opened: ByteAnswer | undefined;
  let failure: AppError | undefined;
  try {
    opened = await openOrTake(route, request, asked);
    if (opened.isEndless) endWith(parts.stopping, response);
    await send(opened, request.method, response);
  } catch (cause) {
    failure = toAppError(cause);
    leaveBody(request, response);
    refuse(failure, asked.requestId, response);
  } finally {
    opened?.close?.();
  }
  const ms = clock.nowMs() - startedMs;
  // A disconnected client is not a failure: players disconnect at each seek.
  const code = failure && !gone.signal.aborted ? failure.code : 'ok';
  const name = (request.method === 'PUT' && route.put ? route.put : (route.protocol ?? route)).name;
  parts.onSent(name, Math.max(0, socket.bytesWritten - sentBefore));
  end(parts, { route: name, requestId: asked.requestId, code, ms, status: response.statusCode, failure });
}

/** Opens the bytes, or reads the client's body at the route's pace. */
function openOrTake(
  { open, put, protocol }: ByteRoute,
  request: IncomingMessage,
  asked: Omit<ByteRequest, 'method'>,
): Promise<ByteAnswer> {
  const { method } = request;
  const length = request.headers['content-length'];
  const contentLength = length === undefined ? undefined : Number(length);
  // A route that refuses the body midway leaves the connection open, so that we can answer.
  const upload = () => ({ ...asked, contentLength, body: request.iterator({ destroyOnReturn: false }) });
  if (method === 'PUT' && put) return put.take({ ...upload(), method });
  if (protocol) {
    if (method === 'POST' || method === 'DELETE') {
      if (protocol.methods.includes(method)) return protocol.answer({ ...upload(), method });
    }
    return Promise.reject(requestErrors.method_not_allowed());
  }
  request.resume();
  return open({ ...asked, method: request.method as 'GET' | 'HEAD' });
}

/** Ends an endless body when the process stops. [TR98] */
function endWith(stopping: AbortSignal, response: ServerResponse): void {
  const end = () => void response.destroy();
  if (stopping.aborted) end();
  stopping.addEventListener('abort', end, { once: true });
  response.once('close', () => stopping.removeEventListener('abort', end));
}

async function send(
  { status, headers, write }: ByteAnswer,
  method: string | undefined,
  response: ServerResponse,
): Promise<void> {
  if (response.destroyed) return;
  response.removeHeader('cache-control');
  response.writeHead(status, headers);
  // If the length does not match the written bytes, Node throws, and the client notices the broken body.
  response.strictContentLength = true;
  if (write && method !== 'HEAD') await write(response);
  if (response.destroyed) return;
  response.strictContentLength = write !== undefined && method !== 'HEAD';
  response.end();
}

/** Reads and drops the rest of a body. If that is too long, the connection ends after the answer. */
function leaveBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  if (!dropsBody(request)) response.shouldKeepAlive = false;
  request.resume();
}

function refuse(error: AppError, requestId: string, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(error.httpStatus, failureHeaders(error));
  response.end(errorBody(error, requestId));
}

interface Ended {
  readonly route: string;
  readonly requestId: string;
  readonly code: string;
  readonly ms: number;
  readonly status: number;
  readonly failure: AppError | undefined;
}

function end({ log, observe }: ByteParts, { failure, code, ms, ...line }: Ended): void {
  observe(line.route, 'rest', code, ms);
  const fields = { ...line, ms: Math.round(ms * 10) / 10, ...(failure ? { reason: failure.reason } : {}) };
  if (code === 'internal') log.error({ ...fields, err: failure?.cause }, 'bytes failed');
  else log.debug(fields, code === 'ok' ? 'bytes' : 'bytes refused');
}

/** Answers requests for bytes of features: one line in the log and one count for each, as for calls. [TR90]–[TR94] */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../kernel/clock.ts';
import type { AppError } from '../../kernel/errors.ts';
import type { ByteAnswer, ByteRequest, ByteRoute } from '../../kernel/http/byte-routes.ts';
import type { Log } from '../../kernel/log.ts';
import type { ClientAddress } from '../client-address.ts';
import { toAppError } from '../errors.ts';
import type { CallObserver } from '../pipeline/pipeline.ts';
import { errorBody, failureHeaders } from '../rest/error-body.ts';
import { requestIdIn } from '../rest/headers.ts';
import { type Match, matchByteRoutes } from './matching.ts';

export interface ByteParts {
  readonly routes: readonly ByteRoute[];
  readonly clientAddress: ClientAddress;
  /** Takes one request from the budget for streams; `personId` undefined: from that of the address. */
  readonly spend: (personId: string | undefined, address: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly observe: CallObserver;
}

export interface ServeBytes {
  /** True for every method at an address of bytes. */
  isFor(request: IncomingMessage): boolean;
  /** True when the request, of which `isFor` was true, is being answered. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
}

const bearerScheme = /^Bearer +([^\s]+)$/i;

export function makeServeBytes(parts: ByteParts): ServeBytes {
  const find = matchByteRoutes(parts.routes);
  const found = new WeakMap<IncomingMessage, Match>();
  return {
    isFor(request) {
      const match = find(split(request)[0]);
      if (match) found.set(request, match);
      return match !== undefined;
    },
    serve(request, response) {
      const match = found.get(request);
      if (!match || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
      void answer(parts, match, split(request)[1], request, response);
      return true;
    },
  };
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
  request.resume();
  const { headers, socket } = request;
  const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined);
  const asked: ByteRequest = {
    method: request.method as 'GET' | 'HEAD',
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
    opened = await route.open(asked);
    await send(opened, asked.method, response);
  } catch (cause) {
    failure = toAppError(cause);
    refuse(failure, asked.requestId, response);
  } finally {
    opened?.close?.();
  }
  const ms = clock.nowMs() - startedMs;
  // A client that goes away is no failure: players do so at each seek.
  const code = failure && !gone.signal.aborted ? failure.code : 'ok';
  end(parts, { route: route.name, requestId: asked.requestId, code, ms, status: response.statusCode, failure });
}

async function send({ status, headers, write }: ByteAnswer, method: string, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  response.removeHeader('cache-control');
  response.writeHead(status, headers);
  // Fewer or more bytes than the length says: Node then throws, and the client sees a broken body.
  response.strictContentLength = true;
  if (write && method !== 'HEAD') await write(response);
  if (response.destroyed) return;
  response.strictContentLength = write !== undefined && method !== 'HEAD';
  response.end();
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

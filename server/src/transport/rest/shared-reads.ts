/**
 * GET of methods whose answers are shared: their bytes are kept with the message that the pipeline gives again and again. Such a
 * request needs neither the router nor a parser nor CORS, and without them the server answers about twice as many. [TR80]
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { create, type DescMethodUnary, type Message } from '@bufbuild/protobuf';
import { printJson } from '@matinee/contract/json/print.ts';
import { routesOf, ruleOf } from '@matinee/contract/methods.ts';
import type { Pipeline } from '../../kernel/call.ts';
import type { ClientAddress } from '../client-address.ts';
import { toAppError } from '../errors.ts';
import { requestIdOf } from '../request-id.ts';
import { errorBody, failureHeaders, jsonType } from './error-body.ts';
import { dataHeaders } from './headers.ts';
import { hasOneHost } from './http1.ts';

/** Answers a request for a shared answer, and gives true; gives false for every other request. */
export type SharedReads = (request: IncomingMessage, response: ServerResponse) => boolean;

interface SharedParts {
  readonly pipeline: Pipeline;
  readonly clientAddress: ClientAddress;
  readonly isTls: boolean;
}

type Read = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The call serves others too, so it goes on when this client is gone. */
const never = new AbortController().signal;

export function makeSharedReads(parts: SharedParts): SharedReads {
  const reads = new Map<string, Read>();
  for (const method of parts.pipeline.methods) {
    if (method.methodKind !== 'unary' || !ruleOf(method).shared) continue;
    for (const { verb, path, needsUser } of routesOf(method)) {
      if (verb === 'GET' && !needsUser) reads.set(path, makeRead(method as DescMethodUnary, parts));
    }
  }
  return (request, response) => {
    const read = request.method === 'GET' ? reads.get(request.url as string) : undefined;
    if (!read || !isPlain(request)) return false;
    void read(request, response);
    return true;
  };
}

function makeRead(method: DescMethodUnary, { pipeline, clientAddress, isTls }: SharedParts): Read {
  const message = create(method.input);
  const usual = dataHeaders(isTls).flat();
  let kept: { readonly answer: Message; readonly body: string; readonly headers: readonly string[] } | undefined;
  return async (request, response) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    try {
      const answer = await pipeline.unary(method, {
        message,
        bearer: undefined,
        roomId: undefined,
        requestId,
        transport: 'rest',
        address: clientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for'] as string | undefined),
        userAgent: request.headers['user-agent'] ?? '',
        signal: never,
      });
      if (kept?.answer !== answer) {
        const body = JSON.stringify(printJson(method.output, answer));
        const own = ['content-type', jsonType, 'content-length', String(Buffer.byteLength(body))];
        kept = { answer, body, headers: [...usual, ...own] };
      }
      response.writeHead(200, ['x-request-id', requestId, ...kept.headers]);
      response.end(kept.body);
    } catch (cause) {
      const error = toAppError(cause);
      const own = Object.entries(failureHeaders(error)).flat();
      response.writeHead(error.httpStatus, ['x-request-id', requestId, ...usual, ...own]);
      response.end(errorBody(error, requestId));
    }
  };
}

/** True for a request that needs nothing but its answer. The router takes, or refuses, those with a body. */
function isPlain(request: IncomingMessage): boolean {
  const { origin, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return origin === undefined && length === undefined && encoding === undefined && hasOneHost(request);
}

/**
 * GET requests for shared answers, on a connection in use. The bytes of an answer are cached with its message, which
 * the pipeline returns each time. Such a request needs neither Node's parser and response nor the router, which are
 * most of the work. [TR80] [TR81]
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { create, type DescMethodUnary, type Message } from '@bufbuild/protobuf';
import { printJson } from '@matinee/contract/json/print.ts';
import { routesOf, ruleOf } from '@matinee/contract/methods.ts';
import type { Pipeline } from '../../kernel/call.ts';
import { dateOf } from '../../kernel/clock.ts';
import type { ClientAddress } from '../client-address.ts';
import { toAppError } from '../errors.ts';
import { requestIdOf } from '../request-id.ts';
import type { CutBase } from './base-path.ts';
import { errorBody, failureHeaders, jsonType } from './error-body.ts';
import { dataHeaders } from './headers.ts';
import { type PlainRead, readPlain } from './plain-read.ts';

/**
 * The whole answer to bytes that are exactly one request for a shared answer, one character per byte; undefined for all
 * others.
 */
export type SharedReads = (bytes: Buffer, socket: Socket) => Promise<string> | undefined;

interface SharedParts {
  readonly pipeline: Pipeline;
  readonly clientAddress: ClientAddress;
  readonly cutBase: CutBase;
  readonly isTls: boolean;
  /** How long the server keeps idle connections, in seconds; sent to clients. */
  readonly keepAliveSeconds: number;
}

type Answer = (read: PlainRead, address: string) => Promise<string>;

/** Other clients share the call, so it continues when this client disconnects. */
const never = new AbortController().signal;

export function makeSharedReads(parts: SharedParts): SharedReads {
  const answers = new Map<string, Answer>();
  for (const method of parts.pipeline.methods) {
    if (method.methodKind !== 'unary' || !ruleOf(method).shared) continue;
    for (const { verb, path, needsUser } of routesOf(method)) {
      if (verb === 'GET' && !needsUser) answers.set(path, makeAnswer(method as DescMethodUnary, parts));
    }
  }
  return (bytes, socket) => {
    const read = readPlain(bytes);
    const answer = read && answers.get(parts.cutBase(read.path));
    return answer?.(read!, parts.clientAddress(socket.remoteAddress, read!.forwardedFor));
  };
}

function makeAnswer(method: DescMethodUnary, { pipeline, isTls, keepAliveSeconds }: SharedParts): Answer {
  const message = create(method.input);
  const fieldsOf = (headers: Iterable<readonly [string, string]>) =>
    [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const usual = fieldsOf(dataHeaders(isTls));
  const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`;
  const date = makeDateField();
  const write = (status: number, requestId: string, fields: string, body: string) =>
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nx-request-id: ${requestId}\r\n${fields}${date()}${connection}${body}`;
  const withLength = (fields: string, body: string) => `${usual}${fields}content-length: ${body.length}\r\n`;
  let kept: { readonly answer: Message; readonly body: string; readonly fields: string } | undefined;

  return async ({ requestId: given, userAgent }, address) => {
    const requestId = requestIdOf(given);
    const call = {
      message,
      bearer: undefined,
      roomId: undefined,
      requestId,
      transport: 'rest',
      address,
      userAgent,
    } as const;
    try {
      const answer = await pipeline.unary(method, { ...call, signal: never });
      if (kept?.answer !== answer) {
        const body = inBytes(JSON.stringify(printJson(method.output, answer)));
        kept = { answer, body, fields: withLength(`content-type: ${jsonType}\r\n`, body) };
      }
      return write(200, requestId, kept.fields, kept.body);
    } catch (cause) {
      const error = toAppError(cause);
      const body = inBytes(errorBody(error, requestId));
      return write(
        error.httpStatus,
        requestId,
        withLength(fieldsOf(Object.entries(failureHeaders(error))), body),
        body,
      );
    }
  };
}

/** Encodes as UTF-8, one character per byte. */
function inBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The header `Date`, rewritten each second (RFC 9110, section 6.6.1). */
function makeDateField(): () => string {
  let second = 0;
  let field = '';
  return () => {
    const now = Math.floor(performance.timeOrigin + performance.now());
    if (now - second >= 1_000 || field === '') {
      second = now - (now % 1_000);
      field = `Date: ${dateOf(second).toUTCString()}\r\n`;
    }
    return field;
  };
}

/**
 * Server streams as `text/event-stream` (HTML Living Standard, "Server-sent events"). The server sends the headers once
 * the pipeline has admitted the stream. Each message is one event. A periodic comment keeps proxies from closing a
 * silent stream. [TR18]–[TR23]
 */
import type { ServerResponse } from 'node:http';
import type { DescMessage, Message } from '@bufbuild/protobuf';
import { after_event, event_place } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { markedField } from '@matinee/contract/methods.ts';
import type { Clock } from '../../kernel/clock.ts';
import { requestErrors, requestReasons, toAppError } from '../errors.ts';
import { errorBody } from './error-body.ts';

/** Period of the comment that keeps a silent stream open, in milliseconds; proxies close after 30 s or more. */
export const heartbeatMs = 15_000;

interface EventStream {
  readonly open: (onAdmitted: () => void) => AsyncIterable<Message>;
  readonly print: (message: Message) => string;
  readonly readId: (message: Message) => string | undefined;
  readonly response: ServerResponse;
  /** Takes the response over from Fastify. An error before that becomes an ordinary error answer. */
  readonly begin: () => void;
  readonly requestId: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Serves a stream until it or the client ends. @throws the error of `open`, if nothing has been sent yet. */
export async function serveEvents(stream: EventStream): Promise<void> {
  const { response, clock, signal } = stream;
  let admit: () => void = () => undefined;
  const admitted = new Promise<void>((resolve) => {
    admit = resolve;
  });
  const events = stream.open(admit)[Symbol.asyncIterator]();
  let next = events.next();
  await Promise.race([next, admitted]);
  stream.begin();
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  response.flushHeaders();
  const stopHeartbeat = clock.every(heartbeatMs, makeHeartbeat(response));
  try {
    for (;;) {
      const event = await next;
      if (event.done || signal.aborted) break;
      const id = stream.readId(event.value);
      if (!response.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${stream.print(event.value)}\n\n`)) {
        await drained(response, signal);
      }
      next = events.next();
    }
  } catch (cause) {
    if (!signal.aborted) response.write(`event: error\ndata: ${errorBody(toAppError(cause), stream.requestId)}\n\n`);
  } finally {
    stopHeartbeat();
    response.end();
    await events.return?.().catch(() => undefined);
  }
}

/** Cuts off a reader that reads nothing between two heartbeats: its unread events use our memory. */
export function makeHeartbeat(response: ServerResponse): () => void {
  let stalled = false;
  return () => {
    if (!response.writableNeedDrain) {
      stalled = false;
      response.write(': heartbeat\n\n');
    } else if (stalled) {
      response.destroy();
    } else {
      stalled = true;
    }
  };
}

/** Resolves when the response accepts more data, or never will again. */
function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  if (signal.aborted || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

type Fields = Record<string, unknown>;

/**
 * Reads the event sequence of a message from the field that the contract marks for it, in the message or in a nested
 * message.
 */
export function eventIdReader(desc: DescMessage): (message: Message) => string | undefined {
  const own = markedField(desc, event_place);
  if (own) return (message) => decimal((message as unknown as Fields)[own.localName]);
  for (const part of desc.fields) {
    if (part.fieldKind !== 'message' || part.oneof) continue;
    const id = markedField(part.message, event_place);
    if (!id) continue;
    return (message) => {
      const inner = (message as unknown as Fields)[part.localName] as Fields | undefined;
      return decimal(inner?.[id.localName]);
    };
  }
  return () => undefined;
}

function decimal(value: unknown): string | undefined {
  const text = String(value);
  return /^[0-9]+$/.test(text) ? text : undefined;
}

/**
 * Copies `Last-Event-ID` into the request, if the request has a field for it. The header overrides the field. @throws
 * AppError for a header that is not a sequence.
 */
export function resumeFrom(desc: DescMessage): (message: Message, header: string | string[] | undefined) => void {
  const field = markedField(desc, after_event);
  return (message, header) => {
    if (!field || typeof header !== 'string' || header === '') return;
    if (decimal(header) === undefined || header.length > 18) {
      throw requestErrors.invalid_fields({
        violations: [{ field: 'last-event-id', ...requestReasons.not_a_sequence() }],
      });
    }
    const parsed = parseJson(desc, { [field.name]: header }) as unknown as Fields;
    (message as unknown as Fields)[field.localName] = parsed[field.localName];
  };
}

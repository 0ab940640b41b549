/** The gRPC adapter: a grpc-js server without a port. Its handlers are made from descriptors. [TR30]–[TR34] */

import type { Socket } from 'node:net';
import {
  type DescMethod,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type DescService,
  toBinary,
} from '@bufbuild/protobuf';
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerInterceptor,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  type UntypedHandleCall,
} from '@grpc/grpc-js';
import { requestLimits } from '@matinee/contract/methods.ts';
import type { Pipeline } from '../../kernel/call.ts';
import { abortWith } from '../abort-with.ts';
import type { ClientAddress } from '../client-address.ts';
import { toAppError } from '../errors.ts';
import { type BidiHandler, serveBidi } from './bidi.ts';
import { definitionOf, pathOf } from './definitions.ts';
import { sendHeadersFirst } from './headers-first.ts';
import { decode, describeCall } from './incoming.ts';
import { limitReceiving } from './receive-limits.ts';
import { addReflection } from './reflection.ts';
import { serveStream } from './server-stream.ts';
import { toStatus, trailersOf } from './status.ts';

export interface GrpcParts {
  readonly services: readonly DescService[];
  readonly pipeline: Pipeline;
  readonly bidi: ReadonlyMap<DescMethod, BidiHandler>;
  readonly clientAddress: ClientAddress;
  /** Aborts when the server stops: streams end at once, calls may finish. */
  readonly stopping: AbortSignal;
  /** Interceptors that every call passes first, including reflection. */
  readonly interceptors?: readonly ServerInterceptor[];
  readonly patience?: Patience;
}

/** Timeouts for idle connections, in milliseconds. */
export interface Patience {
  /** A client that is silent for this long is pinged. */
  readonly silentMs: number;
  /** Time limit for its answer. */
  readonly answerMs: number;
  /** A connection without calls for this long is closed; gRPC clients open another one when they need it. */
  readonly idleMs: number;
}

const patience: Patience = { silentMs: 10_000, answerMs: 5_000, idleMs: 300_000 };

/** gRPC without a port. */
export interface Grpc {
  /** Serves one connection, without its TLS. Its HTTP/2 preface has not been read yet. */
  take(socket: Socket): void;
  /** Sends GOAWAY and resolves when all calls have ended. */
  drain(): Promise<void>;
  /** Closes all connections at once. */
  destroy(): void;
}

/** Maximum size of an answer, in bytes. A page of the largest rows takes a tenth of it. */
const maxSentBytes = 16 * 1024 * 1024;

/** Maximum size of a request of methods that are not in the contract (reflection), in bytes. */
const maxOtherBytes = 65_536;

export function makeGrpc(parts: GrpcParts): Grpc {
  const methods = parts.services.flatMap((service) => service.methods);
  const limits = new Map(methods.map((method) => [pathOf(method), requestLimits(method).binary]));
  const { silentMs, answerMs, idleMs } = parts.patience ?? patience;
  const server = new Server({
    'grpc.max_send_message_length': maxSentBytes,
    // Limits streams per connection: enough for one user's calls, too few for an attacker who holds thousands open.
    'grpc.max_concurrent_streams': 1_000,
    'grpc.keepalive_time_ms': silentMs,
    'grpc.keepalive_timeout_ms': answerMs,
    'grpc.max_connection_idle_ms': idleMs,
    'grpc-node.max_session_memory': 64,
    'grpc.enable_channelz': 0,
    interceptors: [
      limitReceiving((path) => limits.get(path) ?? maxOtherBytes),
      sendHeadersFirst,
      ...(parts.interceptors ?? []),
    ],
  });
  for (const service of parts.services.filter(({ methods }) => methods.length > 0)) {
    const handlers: Record<string, UntypedHandleCall> = {};
    for (const method of service.methods) {
      const handler = handlerOf(method, parts);
      if (handler) handlers[method.name] = handler;
    }
    server.addService(definitionOf(service), handlers);
  }
  addReflection(server, parts.services);
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return {
    take: (socket) => injector.injectConnection(socket),
    drain: () => new Promise((resolve) => server.tryShutdown(() => resolve())),
    destroy: () => server.forceShutdown(),
  };
}

/** Makes the handlers. grpc-js answers UNIMPLEMENTED for a method without a handler. */
function handlerOf(method: DescMethod, parts: GrpcParts): UntypedHandleCall | undefined {
  switch (method.methodKind) {
    case 'unary':
      return unaryHandler(method as DescMethodUnary, parts) as UntypedHandleCall;
    case 'server_streaming':
      return streamHandler(method as DescMethodServerStreaming, parts) as UntypedHandleCall;
    case 'bidi_streaming': {
      const handler = parts.bidi.get(method);
      return handler && (bidiHandler(method, handler, parts) as UntypedHandleCall);
    }
    default:
      return undefined;
  }
}

function unaryHandler(method: DescMethodUnary, { pipeline, clientAddress }: GrpcParts) {
  const { input, output } = method;
  return async (call: ServerUnaryCall<Buffer, Uint8Array>, answer: sendUnaryData<Uint8Array>): Promise<void> => {
    const { incoming } = describeCall(call, clientAddress);
    try {
      const message = await pipeline.unary(method, { ...incoming, message: decode(input, call.request) });
      answer(null, toBinary(output, message), trailersOf(incoming.requestId));
    } catch (cause) {
      answer(toStatus(toAppError(cause), incoming.requestId));
    }
  };
}

function streamHandler(method: DescMethodServerStreaming, { pipeline, clientAddress, stopping }: GrpcParts) {
  return (call: ServerWritableStream<Buffer, Uint8Array>): Promise<void> => {
    const { incoming, gone } = describeCall(call, clientAddress);
    const part = abortWith(gone, stopping);
    return serveStream({
      call,
      output: method.output,
      requestId: incoming.requestId,
      signal: gone.signal,
      open: () =>
        pipeline.stream(method, {
          ...incoming,
          message: decode(method.input, call.request),
          // The headers tell the client that the server accepted the call: the first event may come much later.
          onAdmitted: () => call.sendMetadata(new Metadata()),
        }),
    }).finally(part);
  };
}

function bidiHandler(method: DescMethod, handler: BidiHandler, { pipeline, clientAddress, stopping }: GrpcParts) {
  return (call: ServerDuplexStream<Buffer, Uint8Array>): Promise<void> => {
    const { incoming, gone } = describeCall(call, clientAddress);
    return serveBidi(method, call, incoming, pipeline, handler, abortWith(gone, stopping));
  };
}

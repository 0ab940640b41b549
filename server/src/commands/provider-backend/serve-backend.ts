import { createHash, timingSafeEqual } from 'node:crypto';
import { create, type DescMessage, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
  type UntypedHandleCall,
} from '@grpc/grpc-js';
import {
  failureTrailer,
  retryTrailer,
  statusOfFailure,
} from '../../features/media/provider-instances/call-failures.ts';
import type { Log } from '../../kernel/log.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { type BackendHandler, BadQuestion } from './backend-handlers.ts';

export interface BackendOptions {
  /** `host:port`; port 0 takes any free one. */
  readonly listen: string;
  /** PEM; undefined: without TLS. */
  readonly tls: { readonly certificate: Buffer; readonly key: Buffer } | undefined;
  /** Secret that callers must send; empty: all callers are served. */
  readonly secret: string;
  readonly handlers: readonly BackendHandler[];
  readonly log: Log;
}

export interface RunningBackend {
  readonly port: number;
  /** Lets running calls finish. */
  stop(): Promise<void>;
}

/** Serves providers to other Matinee servers. @throws Error if the address or the certificate cannot be used. */
export async function serveBackend({ listen, tls, secret, handlers, log }: BackendOptions): Promise<RunningBackend> {
  const server = new Server({
    'grpc.max_receive_message_length': 1_048_576,
    'grpc.max_concurrent_streams': 200,
    'grpc.enable_channelz': 0,
    interceptors: secret === '' ? [] : [requireSecret(secret)],
  });
  for (const [service, own] of grouped(handlers)) {
    const definition = own.map(({ method }) => [method.name, definitionOf(`/${service.typeName}/${method.name}`)]);
    const calls = own.map((handler) => [handler.method.name, serving(handler, log)]);
    server.addService(Object.fromEntries(definition), Object.fromEntries(calls));
  }
  const credentials = tls
    ? ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.certificate }])
    : ServerCredentials.createInsecure();
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(listen, credentials, (failure, bound) => (failure ? reject(failure) : resolve(bound)));
  });
  return { port, stop: () => new Promise((resolve) => server.tryShutdown(() => resolve())) };
}

function grouped(handlers: readonly BackendHandler[]) {
  const services = [...new Set(handlers.map(({ method }) => method.parent))];
  return services.map((service) => [service, handlers.filter(({ method }) => method.parent === service)] as const);
}

function definitionOf(path: string) {
  const same = (bytes: Buffer): Buffer => bytes;
  return {
    path,
    requestStream: false,
    responseStream: false,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
}

function serving({ method, run }: BackendHandler, log: Log): UntypedHandleCall {
  return async (call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>): Promise<void> => {
    try {
      const request = fromBinary(method.input, call.request);
      const message = create(method.output as DescMessage, await run(request));
      answer(null, Buffer.from(toBinary(method.output, message)));
    } catch (cause) {
      const metadata = new Metadata();
      if (!(cause instanceof ProviderError)) {
        const isTheirs = cause instanceof BadQuestion;
        if (!isTheirs) log.error({ err: cause, method: method.name }, 'a question could not be answered');
        answer({ code: isTheirs ? status.UNIMPLEMENTED : status.INTERNAL, details: isTheirs ? cause.message : '' });
        return;
      }
      metadata.set(failureTrailer, cause.failure);
      if (cause.retryAfterSeconds !== undefined) metadata.set(retryTrailer, String(cause.retryAfterSeconds));
      answer({ code: statusOfFailure[cause.failure], details: cause.message, metadata });
    }
  };
}

/** [PI13] */
function requireSecret(secret: string): ServerInterceptor {
  const expected = digestOf(`Bearer ${secret}`);
  return (_method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, admit) => {
            const [given] = metadata.get('authorization');
            // Digests have equal lengths, so comparing them takes constant time.
            if (timingSafeEqual(digestOf(String(given ?? '')), expected)) return admit(metadata);
            call.sendStatus({ code: status.UNAUTHENTICATED, details: 'the secret is another one', metadata: null });
          },
        }),
    });
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

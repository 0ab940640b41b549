/** One server stream over gRPC, with backpressure. [TR33] */
import { type DescMessage, type Message, toBinary } from '@bufbuild/protobuf';
import { status as grpcStatus, type ServerWritableStream } from '@grpc/grpc-js';
import { toAppError } from '../errors.ts';
import { toStatus, trailersOf } from './status.ts';

interface GrpcStream {
  readonly call: ServerWritableStream<Buffer, Uint8Array>;
  readonly output: DescMessage;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** @throws AppError for a request that cannot be read. */
  readonly open: () => AsyncIterable<Message>;
}

/**
 * Writes the stream until it or the client ends. When the server stops, it answers UNAVAILABLE, so that clients
 * reconnect. Never rejects.
 */
export async function serveStream({ call, output, requestId, signal, open }: GrpcStream): Promise<void> {
  try {
    for await (const message of open()) {
      if (signal.aborted) break;
      if (!call.write(toBinary(output, message))) await drained(call, signal);
    }
    if (call.cancelled) return;
    if (signal.aborted) {
      const metadata = trailersOf(requestId);
      call.emit('error', { code: grpcStatus.UNAVAILABLE, details: 'The server is restarting.', metadata });
    } else {
      call.end(trailersOf(requestId));
    }
  } catch (cause) {
    if (!call.cancelled) call.emit('error', toStatus(toAppError(cause), requestId));
  }
}

function drained(call: ServerWritableStream<Buffer, Uint8Array>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      call.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    call.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

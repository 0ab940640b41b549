/** Bidirectional streams of a room: access is decided by the pipeline, then the handler gets the bytes of both directions. [TR32] */
import type { DescMethod } from '@bufbuild/protobuf';
import { status as grpcStatus, Metadata, type ServerDuplexStream } from '@grpc/grpc-js';
import type { Call, Incoming, Pipeline, RoomPrincipal, RoomStanding } from '../../kernel/call.ts';
import type { AppError } from '../../kernel/errors.ts';
import { toAppError } from '../errors.ts';
import { toStatus, trailersOf } from './status.ts';

/** A bidirectional stream as its handler sees it; also what the realtime channel asks of a socket. */
export interface BidiStream {
  /** Sends one encoded message. Does nothing once the stream has ended. */
  send(bytes: Uint8Array): void;
  /** Ends the stream after what was sent, with the status that fits a WebSocket close code (RFC 6455, section 7.4). */
  close(code: number, reason: string): void;
  /** Ends the stream with an error. */
  fail(error: AppError): void;
  /** Bytes that were sent and not yet taken by flow control. */
  buffered(): number;
  /** Hears each encoded message of the client. Messages wait until somebody listens. */
  onMessage(listener: (bytes: Uint8Array) => void): void;
  /** Hears once that the client has ended or is gone. */
  onClose(listener: () => void): void;
}

/** Serves one stream. Throwing ends it with that error; `call.signal` aborts when the client is gone or the process stops. */
export type BidiHandler = (stream: BidiStream, call: Call<RoomPrincipal, RoomStanding>) => void | Promise<void>;

/** Opens the stream and gives it to its handler; `over` is called when it has ended. Never rejects. */
export async function serveBidi(
  method: DescMethod,
  raw: ServerDuplexStream<Buffer, Uint8Array>,
  incoming: Omit<Incoming, 'message'>,
  pipeline: Pipeline,
  handler: BidiHandler,
  over: () => void,
): Promise<void> {
  const stream = makeStream(raw, incoming.requestId, over);
  try {
    const call = await pipeline.open(method, incoming);
    // Access is decided: the client may know before the first message.
    raw.sendMetadata(new Metadata());
    await handler(stream, call);
  } catch (cause) {
    stream.fail(toAppError(cause));
  }
}

function makeStream(raw: ServerDuplexStream<Buffer, Uint8Array>, requestId: string, over: () => void): BidiStream {
  let waiting = 0;
  let isOver = false;
  const end = () => {
    isOver = true;
    over();
  };
  raw.once('cancelled', end);
  // A failed write is followed by `cancelled`, which is what counts.
  raw.on('error', () => undefined);
  function fail(status: object): void {
    if (isOver) return;
    end();
    raw.emit('error', status);
  }
  return {
    send(bytes) {
      if (isOver) return;
      waiting += bytes.length;
      raw.write(bytes, () => {
        waiting -= bytes.length;
      });
    },
    close(code, reason) {
      const trailers = trailersOf(requestId);
      if (code !== 1000) return fail({ code: statusOfClose(code), details: reason, metadata: trailers });
      if (isOver) return;
      end();
      raw.end(trailers);
    },
    fail: (error) => fail(toStatus(error, requestId)),
    buffered: () => waiting,
    onMessage: (listener) => void raw.on('data', listener),
    onClose(listener) {
      let isTold = false;
      const tell = () => {
        if (isTold) return;
        isTold = true;
        listener();
      };
      raw.once('end', tell);
      raw.once('cancelled', tell);
      if (raw.cancelled) tell();
    },
  };
}

/** The status that says what a WebSocket close code says; from 4000 on they are ours: 4001 sign-in ended, others no longer admitted. */
function statusOfClose(code: number): number {
  switch (code) {
    case 1001:
    case 1012:
      return grpcStatus.UNAVAILABLE;
    case 1002:
    case 1003:
    case 1007:
      return grpcStatus.INVALID_ARGUMENT;
    case 1009:
    case 1013:
      return grpcStatus.RESOURCE_EXHAUSTED;
    case 1011:
      return grpcStatus.INTERNAL;
    case 4001:
      return grpcStatus.UNAUTHENTICATED;
    default:
      return grpcStatus.PERMISSION_DENIED;
  }
}

/**
 * Bidirectional streams of a room: the pipeline checks access, then the handler gets the bytes of both directions.
 * [TR32]
 */
import type { DescMethod } from '@bufbuild/protobuf';
import { status as grpcStatus, Metadata, type ServerDuplexStream } from '@grpc/grpc-js';
import type { Call, Incoming, Pipeline, RoomPrincipal, RoomStanding } from '../../kernel/call.ts';
import type { AppError } from '../../kernel/errors.ts';
import { toAppError } from '../errors.ts';
import { toStatus, trailersOf } from './status.ts';

/** A bidirectional stream as its handler sees it. The realtime channel uses WebSockets through the same methods. */
export interface BidiStream {
  /** Sends one encoded message. Does nothing once the stream has ended. */
  send(bytes: Uint8Array): void;
  /**
   * Ends the stream after the sent messages, with the gRPC status for a WebSocket close code (RFC 6455, section 7.4).
   */
  close(code: number, reason: string): void;
  /** Ends the stream with an error. */
  fail(error: AppError): void;
  /** Number of sent bytes that flow control still holds back. */
  buffered(): number;
  /** Calls the listener with each encoded message of the client. Messages wait until there is a listener. */
  onMessage(listener: (bytes: Uint8Array) => void): void;
  /** Calls the listener once, when the client ends the stream or disconnects. */
  onClose(listener: () => void): void;
}

/**
 * Serves one stream. If it throws, the stream ends with that error. `call.signal` aborts when the client disconnects or
 * the process stops.
 */
export type BidiHandler = (stream: BidiStream, call: Call<RoomPrincipal, RoomStanding>) => void | Promise<void>;

/** Opens the stream and passes it to its handler. Calls `over` when the stream has ended. Never rejects. */
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
    // The pipeline has admitted the stream: tell the client before the first message.
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
  // After a failed write grpc-js emits `cancelled`, and the handler of that event does the work.
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

/**
 * The gRPC status for a WebSocket close code. Codes from 4000 on are ours: 4001 means that the sign-in has ended,
 * others that the person may no longer be in the room.
 */
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

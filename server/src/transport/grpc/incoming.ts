/** Reads the metadata and the message of a gRPC call. [TR31] */
import type { EventEmitter } from 'node:events';
import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import type { Metadata, ServerDuplexStream, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js';
import type { Incoming } from '../../kernel/call.ts';
import type { ClientAddress } from '../client-address.ts';
import { requestErrors } from '../errors.ts';
import { requestIdOf } from '../request-id.ts';

type ServerCall =
  | ServerUnaryCall<Buffer, Uint8Array>
  | ServerWritableStream<Buffer, Uint8Array>
  | ServerDuplexStream<Buffer, Uint8Array>;

const bearerScheme = /^Bearer +([^\s]+)$/i;

/**
 * The call without its message, and the signal that aborts with it. The room of a call comes only from the metadata.
 */
export function describeCall(
  call: ServerCall,
  clientAddress: ClientAddress,
): { incoming: Omit<Incoming, 'message'>; gone: AbortController } {
  const { metadata } = call;
  const gone = new AbortController();
  // grpc-js emits this also at the deadline and when the connection is lost.
  (call as EventEmitter).once('cancelled', () => gone.abort());
  const incoming: Omit<Incoming, 'message'> = {
    bearer: bearerScheme.exec(textOf(metadata, 'authorization') ?? '')?.[1],
    roomId: textOf(metadata, 'x-room-id') || undefined,
    traceparent: textOf(metadata, 'traceparent'),
    requestId: requestIdOf(textOf(metadata, 'x-request-id')),
    transport: 'grpc',
    address: clientAddress(hostOf(call.getPeer()), textOf(metadata, 'x-forwarded-for')),
    userAgent: textOf(metadata, 'user-agent') ?? '',
    signal: gone.signal,
  };
  return { incoming, gone };
}

/** Skips fields that are not in the contract: nothing reads them, and keeping them would cost memory. */
const known = { readUnknownFields: false };

/** @throws AppError `request.malformed` for bytes that are not such a message. */
export function decode<D extends DescMessage>(desc: D, bytes: Buffer): MessageShape<D> {
  try {
    return fromBinary(desc, bytes, known);
  } catch {
    throw requestErrors.malformed({ message: `The message is no ${desc.typeName}.` });
  }
}

function textOf(metadata: Metadata, key: string): string | undefined {
  const [value] = metadata.get(key);
  return typeof value === 'string' ? value : undefined;
}

/** The address without the port. grpc-js writes a peer as `192.0.2.1:5000` or `2001:db8::1:5000`. */
function hostOf(peer: string): string {
  const end = peer.lastIndexOf(':');
  return end === -1 ? peer : peer.slice(0, end).replace(/^\[(.*)\]$/, '$1');
}

/** What a gRPC call says besides its messages. [TR31] */
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

/** The call without its message, and what ends it. The room of a call is named in its metadata and nowhere else. */
export function describeCall(
  call: ServerCall,
  clientAddress: ClientAddress,
): { incoming: Omit<Incoming, 'message'>; gone: AbortController } {
  const { metadata } = call;
  const gone = new AbortController();
  // Also at the deadline, and when the connection is lost.
  (call as EventEmitter).once('cancelled', () => gone.abort());
  const incoming: Omit<Incoming, 'message'> = {
    bearer: bearerScheme.exec(textOf(metadata, 'authorization') ?? '')?.[1],
    roomId: textOf(metadata, 'x-room-id') || undefined,
    requestId: requestIdOf(textOf(metadata, 'x-request-id')),
    transport: 'grpc',
    address: clientAddress(hostOf(call.getPeer()), textOf(metadata, 'x-forwarded-for')),
    userAgent: textOf(metadata, 'user-agent') ?? '',
    signal: gone.signal,
  };
  return { incoming, gone };
}

/** Fields that the contract does not have are skipped: kept ones would cost memory, and nothing reads them. */
const known = { readUnknownFields: false };

/** @throws AppError `request.malformed` for bytes that are no such message. */
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

/** `192.0.2.1:5000` and `2001:db8::1:5000`, as grpc-js writes a peer, without the port. */
function hostOf(peer: string): string {
  const end = peer.lastIndexOf(':');
  return end === -1 ? peer : peer.slice(0, end).replace(/^\[(.*)\]$/, '$1');
}

/**
 * Makes service definitions of grpc-js from descriptors. grpc-js passes messages as bytes, and the adapter decodes
 * them. So a message that cannot be decoded is the caller's fault (INVALID_ARGUMENT); grpc-js would report it as ours
 * (INTERNAL).
 */
import type { DescMethod, DescService } from '@bufbuild/protobuf';
import type { ServiceDefinition } from '@grpc/grpc-js';

/** The definition of a service, with its methods by proto name. */
export function definitionOf(service: DescService): ServiceDefinition {
  return Object.fromEntries(service.methods.map((method) => [method.name, methodDefinition(method)]));
}

/** Path of a method in HTTP/2: `/service.client.RoomService/GetMedia`. */
export function pathOf(method: DescMethod): string {
  return `/${method.parent.typeName}/${method.name}`;
}

function methodDefinition(method: DescMethod) {
  return {
    path: pathOf(method),
    requestStream: method.methodKind === 'client_streaming' || method.methodKind === 'bidi_streaming',
    responseStream: method.methodKind === 'server_streaming' || method.methodKind === 'bidi_streaming',
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: toBuffer,
    responseDeserialize: same,
  };
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

/** The same memory as a Buffer, which grpc-js requires. */
function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

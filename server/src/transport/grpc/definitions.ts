/**
 * Makes service definitions of grpc-js from descriptors. grpc-js passes messages on as bytes and the adapter decodes
 * them. So a message that does not decode is the caller's fault (INVALID_ARGUMENT); grpc-js would call it ours
 * (INTERNAL).
 */
import type { DescMethod, DescService } from '@bufbuild/protobuf';
import type { ServiceDefinition } from '@grpc/grpc-js';

/** The definition of a service, its methods by their proto name. */
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

/** The same memory as a Buffer, because grpc-js asks for one. */
function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

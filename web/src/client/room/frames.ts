import { fromBinary, type JsonValue, toBinary } from '@bufbuild/protobuf';
import type { ServerMessage } from '@matinee/contract/gen/api.ts';
import { ClientMessageSchema, ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { printJson } from '@matinee/contract/json/print.ts';
import type { Outgoing } from './connection.ts';

/** A message as the binary frame that goes over the socket. */
export function encodeFrame(message: Outgoing): Uint8Array<ArrayBuffer> {
  return toBinary(ClientMessageSchema, parseJson(ClientMessageSchema, message as unknown as JsonValue));
}

/** A frame of the server in its printed form. @throws Error for bytes that are no ServerMessage. */
export function decodeFrame(data: ArrayBuffer): ServerMessage {
  return printJson(
    ServerMessageSchema,
    fromBinary(ServerMessageSchema, new Uint8Array(data)),
  ) as unknown as ServerMessage;
}

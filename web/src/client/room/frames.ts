import type { JsonObject } from '@bufbuild/protobuf';
import { makeReader } from '@matinee/contract/frames/read.ts';
import { makeWriter } from '@matinee/contract/frames/write.ts';
import type { ServerMessage } from '@matinee/contract/gen/api.ts';
import { clientMessage, serverMessage, shapes } from '@matinee/contract/gen/frames.ts';
import type { Outgoing } from './connection.ts';

const read = makeReader(shapes);
const write = makeWriter(shapes);

/** A message as a binary frame for the socket. */
export function encodeFrame(message: Outgoing): Uint8Array<ArrayBuffer> {
  return write(clientMessage, message as unknown as JsonObject);
}

/** True for messages to the server whose content names the room. */
export function namesRoom(message: string): boolean {
  const [, , , content] = shapes.messages[clientMessage]![message] ?? [];
  return content !== undefined && 'room_id' in shapes.messages[content]!;
}

/** A frame of the server in its printed form. @throws Error for bytes that are not a ServerMessage. */
export function decodeFrame(data: ArrayBuffer): ServerMessage {
  return read(serverMessage, new Uint8Array(data)) as unknown as ServerMessage;
}

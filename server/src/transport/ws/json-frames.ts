/** `?format=json`: the same messages as ProtoJSON text, for scripts and debugging. */
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { ClientMessageSchema, ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { printJson } from '@matinee/contract/json/print.ts';
import { readJson } from '@matinee/contract/json/read.ts';

/** An encoded ServerMessage as text in UTF-8. */
export function toText(frame: Uint8Array): Buffer {
  return Buffer.from(JSON.stringify(printJson(ServerMessageSchema, fromBinary(ServerMessageSchema, frame))));
}

/** A text frame as an encoded ClientMessage. Invalid text becomes invalid bytes, so it gets the same answer. */
export function fromText(text: Uint8Array): Uint8Array {
  try {
    return toBinary(ClientMessageSchema, parseJson(ClientMessageSchema, readJson(Buffer.from(text).toString())));
  } catch {
    return notAMessage;
  }
}

/** Bytes that no decoder accepts: a tag with the reserved wire type 7 (protobuf encoding, "Message structure"). */
const notAMessage = Uint8Array.of(0x0f);

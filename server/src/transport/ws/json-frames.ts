/** `?format=json`: the same messages as ProtoJSON text, for scripts and debugging. */
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { ClientMessageSchema, ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { printJson } from '@matinee/contract/json/print.ts';

const printed = new WeakMap<Uint8Array, Buffer>();

/** An encoded ServerMessage as text in UTF-8. A frame that goes to many is printed once, and the bytes are shared. */
export function toText(frame: Uint8Array): Buffer {
  let text = printed.get(frame);
  if (text === undefined) {
    text = Buffer.from(JSON.stringify(printJson(ServerMessageSchema, fromBinary(ServerMessageSchema, frame))));
    printed.set(frame, text);
  }
  return text;
}

/** A text frame as an encoded ClientMessage; something that is none becomes bytes that are none, and is answered as such. */
export function fromText(text: string): Uint8Array {
  try {
    return toBinary(ClientMessageSchema, parseJson(ClientMessageSchema, JSON.parse(text)));
  } catch {
    return notAMessage;
  }
}

/** A tag with the reserved wire type 7 (protobuf encoding, "Message structure"). */
const notAMessage = Uint8Array.of(0x0f);

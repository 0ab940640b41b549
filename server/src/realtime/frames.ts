import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import {
  type ResourceChanged,
  ResourceChangedSchema,
  ServerMessageSchema,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';

/**
 * Field numbers of `ServerMessage.resource_changed`, and of the fields of `ResourceChanged` that differ between
 * receivers. A test compares them with the descriptors.
 */
const RESOURCE_CHANGED = 3;
const OBSERVE_ID = 1;
const SEQUENCE = 2;

type ChangeInit = Pick<MessageInitShape<typeof ResourceChangedSchema>, 'version' | 'snapshot' | 'resource'>;

/**
 * Encodes the part of a change that is the same for all receivers: the payload of an event or of a snapshot. All
 * receivers get these bytes unchanged. [RT1]
 */
export function changePayload(init: ChangeInit): Uint8Array {
  return toBinary(ResourceChangedSchema, create(ResourceChangedSchema, init));
}

/** Encodes any other frame. */
export function serverFrame(message: NonNullable<MessageInitShape<typeof ServerMessageSchema>['message']>): Buffer {
  return bufferOf(toBinary(ServerMessageSchema, create(ServerMessageSchema, { message })));
}

/**
 * One change on its way to many sockets. Its frames differ in the observe id, and in whether they carry the content.
 * Equal frames are made once, so a room of a thousand people with the same client program needs only one Buffer. [RT1]
 * [RT2]
 */
export class Change {
  /** 0 for a change that is not stored. */
  readonly sequence: number;
  readonly payload: Uint8Array;
  #frames: Map<string, Buffer> | undefined;
  /** The same change without its content. */
  #notice: Change | undefined;

  constructor(sequence: number, payload: Uint8Array) {
    this.sequence = sequence;
    this.payload = payload;
  }

  /** The frame for observations with the id `observeId`; `isNotify` omits the content. [RT9] */
  frame(observeId: string, isNotify: boolean): Buffer {
    if (isNotify) return this.#notices().frame(observeId, false);
    this.#frames ??= new Map();
    let frame = this.#frames.get(observeId);
    if (frame === undefined) {
      frame = encodeChange(observeId, this.sequence, this.payload);
      this.#frames.set(observeId, frame);
    }
    return frame;
  }

  #notices(): Change {
    if (this.#notice === undefined) {
      const { version, snapshot } = decodePayload(this.payload);
      this.#notice = new Change(this.sequence, changePayload({ version, snapshot }));
    }
    return this.#notice;
  }
}

/** Decodes a stored payload. @throws Error for invalid bytes. */
export function decodePayload(payload: Uint8Array): ResourceChanged {
  return fromBinary(ResourceChangedSchema, payload);
}

function encodeChange(observeId: string, sequence: number, payload: Uint8Array): Buffer {
  const own = new BinaryWriter();
  own.tag(OBSERVE_ID, WireType.LengthDelimited).string(observeId);
  if (sequence !== 0) own.tag(SEQUENCE, WireType.Varint).int64(sequence);
  const head = own.finish();
  const envelope = new BinaryWriter();
  envelope.tag(RESOURCE_CHANGED, WireType.LengthDelimited).uint32(head.length + payload.length);
  return Buffer.concat([envelope.finish(), head, payload]);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

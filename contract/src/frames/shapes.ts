/**
 * The shapes of messages for `read.ts` and `write.ts`. `tools/gen/frames.ts` writes them, so that browsers need no
 * descriptors.
 */

/**
 * Kind of a field's values: numbers of the protobuf language (google/protobuf/descriptor.proto,
 * FieldDescriptorProto.Type), and two of ours for messages with a JSON form of their own. Our frames have no other
 * kinds; the generator refuses them.
 */
export const Kind = {
  DOUBLE: 1,
  INT64: 3,
  INT32: 5,
  BOOL: 8,
  STRING: 9,
  MESSAGE: 11,
  BYTES: 12,
  ENUM: 14,
  TIMESTAMP: 101,
  STRUCT: 102,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** Presence of a field. If it was not sent, `ALWAYS` is printed with its default value, and `OPTIONAL` is left out. */
export const Presence = { ALWAYS: 0, OPTIONAL: 1, LIST: 2, MAP: 3 } as const;
export type Presence = (typeof Presence)[keyof typeof Presence];

/** `of`: the place of the message or enum in the shapes. Keys of maps are strings. */
export type FieldShape = readonly [number: number, kind: Kind, presence: Presence, of?: number | undefined];
/** Fields by their printed names. */
export type MessageShape = Readonly<Record<string, FieldShape>>;

export interface Shapes {
  readonly messages: readonly MessageShape[];
  /** Printed names of an enum's values, by number. Without zero, which means no value. */
  readonly enums: readonly Readonly<Record<number, string>>[];
}

/** How a field begins on the wire (protobuf encoding, "Message Structure"). */
export const Wire = { VARINT: 0, FIXED64: 1, LENGTH: 2, FIXED32: 5 } as const;

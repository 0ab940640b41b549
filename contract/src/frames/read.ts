/**
 * Reads a binary message straight into its printed form, as `json/print.ts` prints it. For browsers: it needs neither
 * descriptors nor the runtime of protobuf.
 */
import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import { putEntry } from '../json/entries.ts';
import { printTime } from '../json/printed-time.ts';
import { Bytes } from './bytes.ts';
import { readObject } from './free-object.ts';
import { type FieldShape, Kind, Presence, type Shapes, Wire } from './shapes.ts';

interface ReadField {
  readonly name: string;
  readonly kind: Kind;
  readonly presence: Presence;
  readonly of: number;
}

/** How to read a message: its fields by number, and its printed form when no field was sent. */
interface Reading {
  readonly fields: ReadonlyMap<number, ReadField>;
  readonly always: readonly ReadField[];
}

/**
 * Makes the function that reads the message at a place of the shapes. Expects at most one member of each oneof, as our servers send.
 */
export function makeReader(shapes: Shapes): (place: number, bytes: Uint8Array) => JsonObject {
  const reader = new Reader(shapes);
  return (place, bytes) => reader.message(place, new Bytes(bytes));
}

class Reader {
  readonly #shapes: Shapes;
  readonly #readings = new Map<number, Reading>();

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  message(place: number, from: Bytes): JsonObject {
    const { fields, always } = this.#readingOf(place);
    const message: JsonObject = {};
    for (const field of always) message[field.name] = blankOf(field);
    while (!from.isAtEnd) {
      const start = from.uint32();
      const field = fields.get(start >>> 3);
      if (field) this.#take(message, field, from, start & 7);
      else from.skip(start & 7);
    }
    return message;
  }

  #readingOf(place: number): Reading {
    const known = this.#readings.get(place);
    if (known) return known;
    const shapes = Object.entries(this.#shapes.messages[place]!);
    const fields = shapes.map(([field, shape]) => [shape[0], readFieldOf(field, shape)] as const);
    const always = fields.map(([, field]) => field).filter(({ presence }) => presence !== Presence.OPTIONAL);
    const reading = { fields: new Map(fields), always };
    this.#readings.set(place, reading);
    return reading;
  }

  #take(message: JsonObject, field: ReadField, from: Bytes, wire: number): void {
    const { name, kind, presence } = field;
    if (presence === Presence.MAP) return this.#takeEntry(message[name] as JsonObject, field, new Bytes(from.bytes()));
    if (presence === Presence.LIST) return this.#takeItems(message[name] as JsonValue[], field, from, wire);
    const value = this.#value(field, from);
    // The zero value of an enum has no name for readers.
    if (kind === Kind.ENUM && value === 0) delete message[name];
    else message[name] = value;
  }

  #takeEntry(entries: JsonObject, field: ReadField, from: Bytes): void {
    let key = '';
    let value = this.#zeroOf(field);
    while (!from.isAtEnd) {
      const start = from.uint32();
      if (start >>> 3 === 1) key = from.text();
      else if (start >>> 3 === 2) value = this.#value(field, from);
      else from.skip(start & 7);
    }
    putEntry(entries, key, value);
  }

  /** Numbers are packed: many in one field. */
  #takeItems(items: JsonValue[], field: ReadField, from: Bytes, wire: number): void {
    if (wire !== Wire.LENGTH || isLengthDelimited(field.kind)) return void items.push(this.#value(field, from));
    const packed = new Bytes(from.bytes());
    while (!packed.isAtEnd) items.push(this.#value(field, packed));
  }

  #value({ kind, of }: ReadField, from: Bytes): JsonValue {
    switch (kind) {
      case Kind.STRING:
        return from.text();
      case Kind.INT32:
        return from.uint32() | 0;
      case Kind.BOOL:
        return from.int64() !== 0n;
      case Kind.DOUBLE:
        return printNumber(from.double());
      case Kind.INT64:
        return String(from.int64());
      case Kind.BYTES:
        return btoa(Array.from(from.bytes(), (byte) => String.fromCharCode(byte)).join(''));
      case Kind.ENUM: {
        const number = from.uint32() | 0;
        return this.#shapes.enums[of]![number] ?? number;
      }
      case Kind.TIMESTAMP:
        return readTime(new Bytes(from.bytes()));
      case Kind.STRUCT:
        return readObject(new Bytes(from.bytes()));
      case Kind.MESSAGE:
        return this.message(of, new Bytes(from.bytes()));
    }
  }

  /** The default value of a map entry that was sent without a value. */
  #zeroOf(field: ReadField): JsonValue {
    return field.kind === Kind.MESSAGE ? this.message(field.of, new Bytes(new Uint8Array())) : zeros[field.kind]!;
  }
}

const zeros: Partial<Record<Kind, JsonValue>> = {
  [Kind.STRING]: '',
  [Kind.INT32]: 0,
  [Kind.BOOL]: false,
  [Kind.DOUBLE]: 0,
  [Kind.INT64]: '0',
  [Kind.BYTES]: '',
};

function readFieldOf(name: string, [, kind, presence, of = 0]: FieldShape): ReadField {
  return { name, kind, presence, of };
}

function blankOf({ kind, presence }: ReadField): JsonValue {
  if (presence === Presence.LIST) return [];
  return presence === Presence.MAP ? {} : zeros[kind]!;
}

function isLengthDelimited(kind: Kind): boolean {
  return kind >= Kind.STRING && kind !== Kind.ENUM;
}

function printNumber(value: number): JsonValue {
  return Number.isFinite(value) ? value : String(value);
}

function readTime(from: Bytes): string {
  let seconds = 0;
  let nanos = 0;
  while (!from.isAtEnd) {
    const start = from.uint32();
    if (start >>> 3 === 1) seconds = Number(from.int64());
    else if (start >>> 3 === 2) nanos = from.uint32() | 0;
    else from.skip(start & 7);
  }
  return printTime(seconds, nanos);
}

/**
 * Action Message Format, version 0 (AMF0 specification of 2007). The input comes from strangers, so its depth and its
 * number of values have limits.
 */
import { RtmpError } from './rtmp-error.ts';

/** A map and no plain object, because the sender chooses the names. */
export type AmfObject = ReadonlyMap<string, Amf>;
export type Amf = number | boolean | string | null | undefined | readonly Amf[] | AmfObject;

/** Commands of encoders nest three levels. */
const maxDepth = 8;
/** Metadata has some dozens of values. The index of key frames has thousands, but only files have one. */
const maxValues = 4_096;

/** Section 2.1. */
const marker = {
  number: 0x00,
  boolean: 0x01,
  string: 0x02,
  object: 0x03,
  null: 0x05,
  undefined: 0x06,
  ecmaArray: 0x08,
  objectEnd: 0x09,
  strictArray: 0x0a,
  date: 0x0b,
  longString: 0x0c,
  unsupported: 0x0d,
} as const;

/** All values of `bytes`. @throws RtmpError */
export function decodeAmf0(bytes: Buffer): Amf[] {
  const reader = new AmfReader(bytes);
  const values: Amf[] = [];
  while (!reader.isAtEnd) values.push(reader.value(0));
  return values;
}

class AmfReader {
  readonly #bytes: Buffer;
  #at = 0;
  #values = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  value(depth: number): Amf {
    if (depth > maxDepth) throw new RtmpError('amf_too_deep');
    this.#values += 1;
    if (this.#values > maxValues) throw new RtmpError('amf_too_large');
    const kind = this.#take(1).readUInt8();
    switch (kind) {
      case marker.number:
        return this.#take(8).readDoubleBE();
      case marker.boolean:
        return this.#take(1).readUInt8() !== 0;
      case marker.string:
        return this.#text();
      case marker.longString:
        return this.#take(this.#take(4).readUInt32BE()).toString();
      case marker.object:
        return this.#object(depth);
      case marker.ecmaArray:
        // The count is a hint; the end mark counts.
        this.#take(4);
        return this.#object(depth);
      case marker.strictArray:
        return this.#array(depth);
      case marker.date: {
        const ms = this.#take(8).readDoubleBE();
        this.#take(2);
        return ms;
      }
      case marker.null:
        return null;
      case marker.undefined:
      case marker.unsupported:
        return undefined;
      default:
        throw new RtmpError('broken_amf');
    }
  }

  #object(depth: number): AmfObject {
    const members = new Map<string, Amf>();
    for (;;) {
      const name = this.#text();
      if (name === '' && this.#bytes[this.#at] === marker.objectEnd) {
        this.#at += 1;
        return members;
      }
      members.set(name, this.value(depth + 1));
    }
  }

  #array(depth: number): Amf[] {
    const count = this.#take(4).readUInt32BE();
    if (count > maxValues) throw new RtmpError('amf_too_large');
    const values: Amf[] = [];
    for (let i = 0; i < count; i += 1) values.push(this.value(depth + 1));
    return values;
  }

  #text(): string {
    return this.#take(this.#take(2).readUInt16BE()).toString();
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RtmpError('broken_amf');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

export function encodeAmf0(...values: readonly Amf[]): Buffer {
  return Buffer.concat(values.map(encodeValue));
}

function encodeValue(value: Amf): Buffer {
  if (value === null) return Buffer.of(marker.null);
  if (value === undefined) return Buffer.of(marker.undefined);
  if (typeof value === 'boolean') return Buffer.of(marker.boolean, value ? 1 : 0);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (typeof value === 'string') return encodeString(value);
  if (value instanceof Map) return encodeMembers(value);
  const items = value as readonly Amf[];
  return Buffer.concat([Buffer.of(marker.strictArray), uint32(items.length), ...items.map(encodeValue)]);
}

function encodeString(text: string): Buffer {
  const bytes = Buffer.from(text);
  return bytes.length <= 0xffff
    ? Buffer.concat([Buffer.of(marker.string), uint16(bytes.length), bytes])
    : Buffer.concat([Buffer.of(marker.longString), uint32(bytes.length), bytes]);
}

function encodeMembers(members: AmfObject): Buffer {
  const parts = [...members].flatMap(([name, value]) => {
    const bytes = Buffer.from(name);
    return [uint16(bytes.length), bytes, encodeValue(value)];
  });
  return Buffer.concat([Buffer.of(marker.object), ...parts, Buffer.of(0, 0, marker.objectEnd)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

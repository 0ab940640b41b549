/** `google.protobuf.Struct`: a JSON object of any form (google/protobuf/struct.proto). */
import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import { putEntry } from '../json/entries.ts';
import { Bytes } from './bytes.ts';
import { FrameWriter } from './frame-writer.ts';
import { Wire } from './shapes.ts';

/** Numbers of the members of `google.protobuf.Value`. */
const Value = { NULL: 1, NUMBER: 2, TEXT: 3, BOOL: 4, OBJECT: 5, LIST: 6 } as const;
const tag = (field: number, wire: number) => (field << 3) | wire;

export function readObject(from: Bytes): JsonObject {
  const object: JsonObject = {};
  while (!from.isAtEnd) {
    const start = from.uint32();
    if (start !== tag(1, Wire.LENGTH)) from.skip(start & 7);
    else readEntry(new Bytes(from.bytes()), object);
  }
  return object;
}

function readEntry(from: Bytes, object: JsonObject): void {
  let key = '';
  let value: JsonValue = null;
  while (!from.isAtEnd) {
    const start = from.uint32();
    if (start === tag(1, Wire.LENGTH)) key = from.text();
    else if (start === tag(2, Wire.LENGTH)) value = readValue(new Bytes(from.bytes()));
    else from.skip(start & 7);
  }
  putEntry(object, key, value);
}

function readValue(from: Bytes): JsonValue {
  let value: JsonValue = null;
  while (!from.isAtEnd) {
    const start = from.uint32();
    if (start === tag(Value.NUMBER, Wire.FIXED64)) value = from.double();
    else if (start === tag(Value.TEXT, Wire.LENGTH)) value = from.text();
    else if (start === tag(Value.BOOL, Wire.VARINT)) value = from.uint32() !== 0;
    else if (start === tag(Value.OBJECT, Wire.LENGTH)) value = readObject(new Bytes(from.bytes()));
    else if (start === tag(Value.LIST, Wire.LENGTH)) value = readList(new Bytes(from.bytes()));
    else from.skip(start & 7);
  }
  return value;
}

function readList(from: Bytes): JsonValue[] {
  const list: JsonValue[] = [];
  while (!from.isAtEnd) {
    const start = from.uint32();
    if (start === tag(1, Wire.LENGTH)) list.push(readValue(new Bytes(from.bytes())));
    else from.skip(start & 7);
  }
  return list;
}

export function writeObject(object: JsonObject): FrameWriter {
  const out = new FrameWriter();
  for (const [key, value] of Object.entries(object)) {
    const entry = new FrameWriter();
    entry.text(1, key);
    entry.nested(2, writeValue(value as JsonValue));
    out.nested(1, entry);
  }
  return out;
}

function writeValue(value: JsonValue): FrameWriter {
  const out = new FrameWriter();
  if (value === null) out.varint(Value.NULL, 0n);
  else if (typeof value === 'number') out.double(Value.NUMBER, value);
  else if (typeof value === 'string') out.text(Value.TEXT, value);
  else if (typeof value === 'boolean') out.varint(Value.BOOL, value ? 1n : 0n);
  else if (!Array.isArray(value)) out.nested(Value.OBJECT, writeObject(value));
  else {
    const list = new FrameWriter();
    for (const item of value) list.nested(1, writeValue(item));
    out.nested(Value.LIST, list);
  }
  return out;
}

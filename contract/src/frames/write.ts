/** Writes the printed form of a message as its bytes, the counterpart of `read.ts`. */
import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import { FrameError } from './bytes.ts';
import { FrameWriter } from './frame-writer.ts';
import { writeObject } from './free-object.ts';
import { Kind, Presence, type Shapes } from './shapes.ts';

/**
 * Makes the function that writes the message at a place of the shapes. Leaves out fields that are undefined or null.
 * @throws FrameError for a field or an enum value that the shapes do not have: a fault of the page.
 */
export function makeWriter({
  messages,
  enums,
}: Shapes): (place: number, message: JsonObject) => Uint8Array<ArrayBuffer> {
  const numberOf = makeNumberOf(enums);

  function writeMessage(place: number, message: JsonObject): FrameWriter {
    const out = new FrameWriter();
    for (const [field, value] of Object.entries(message)) {
      if (value === undefined || value === null) continue;
      const shape = messages[place]![field];
      if (!shape) throw new FrameError(`The contract has no field ${field} here.`);
      const [number, kind, presence, of = 0] = shape;
      if (presence === Presence.LIST) for (const item of value as JsonValue[]) put(out, number, kind, of, item);
      else if (presence === Presence.MAP) putEntries(out, number, kind, of, value as JsonObject);
      else put(out, number, kind, of, value);
    }
    return out;
  }

  function putEntries(out: FrameWriter, number: number, kind: Kind, of: number, entries: JsonObject): void {
    for (const [key, value] of Object.entries(entries)) {
      const entry = new FrameWriter();
      entry.text(1, key);
      put(entry, 2, kind, of, value as JsonValue);
      out.nested(number, entry);
    }
  }

  function put(out: FrameWriter, field: number, kind: Kind, of: number, value: JsonValue): void {
    switch (kind) {
      case Kind.STRING:
        return out.text(field, value as string);
      case Kind.INT32:
      case Kind.INT64:
        return out.varint(field, BigInt(value as string | number));
      case Kind.BOOL:
        return out.varint(field, value ? 1n : 0n);
      case Kind.DOUBLE:
        return out.double(field, Number(value));
      case Kind.BYTES:
        return out.bytes(
          field,
          Uint8Array.from(atob(value as string), (byte) => byte.charCodeAt(0)),
        );
      case Kind.ENUM:
        return out.varint(field, BigInt(numberOf(of, value)));
      case Kind.STRUCT:
        return out.nested(field, writeObject(value as JsonObject));
      case Kind.MESSAGE:
        return out.nested(field, writeMessage(of, value as JsonObject));
      case Kind.TIMESTAMP:
        throw new FrameError('Clients send no times.');
    }
  }

  return (place, message) => writeMessage(place, message).finish();
}

/** Makes the function that finds the number of an enum's value. @throws FrameError */
function makeNumberOf(enums: Shapes['enums']): (of: number, value: JsonValue) => number {
  const numbers = new Map<number, ReadonlyMap<string, number>>();

  return (of, value) => {
    let known = numbers.get(of);
    known ??= new Map(Object.entries(enums[of]!).map(([number, name]) => [name, Number(number)]));
    numbers.set(of, known);
    const number = typeof value === 'number' ? value : known.get(String(value));
    if (number === undefined) throw new FrameError(`The contract has no value ${String(value)} here.`);
    return number;
  };
}

/**
 * Reads scalars and enum values from JSON (ProtoJSON, "JSON representation of messages"). It is strict where ProtoJSON
 * leaves a choice.
 */
import { create, type DescEnum, type JsonValue, ScalarType } from '@bufbuild/protobuf';
import { base64Decode } from '@bufbuild/protobuf/wire';
import { FieldMaskSchema } from '@bufbuild/protobuf/wkt';
import { acceptedValues, printedValue } from '../naming.ts';
import type { Reason } from '../reasons.ts';
import { jsonReasons } from './json-reasons.ts';

/** Returns the value in protobuf-es's form, or a `Refusal` that names the expected form. */
export type ScalarParser = (json: JsonValue) => unknown;

/** Why a value was refused. It is a class, so that no value can be mistaken for a refusal. */
export class Refusal {
  readonly reason: Reason;

  constructor(reason: Reason) {
    this.reason = reason;
  }
}

const decimal = /^-?(?:0|[1-9][0-9]*)$/;
const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const loneSurrogate = /\p{Surrogate}/u;
const maxFloat32 = 3.4028234663852886e38;

/** False for text with half a surrogate pair: UTF-8, and so protobuf, cannot encode it. */
export function isUnicode(text: string): boolean {
  return !loneSurrogate.test(text);
}

/** Parser for `type`. `longAsString`: the field holds 64-bit integers as strings instead of bigint (`jstype`). */
export function scalarParser(type: ScalarType, longAsString: boolean): ScalarParser {
  switch (type) {
    case ScalarType.STRING:
      return parseString;
    case ScalarType.BOOL:
      return (json) => (typeof json === 'boolean' ? json : new Refusal(jsonReasons.not_a_boolean()));
    case ScalarType.BYTES:
      return parseBytes;
    case ScalarType.DOUBLE:
      return (json) => parseDouble(json, Number.MAX_VALUE);
    case ScalarType.FLOAT:
      return (json) => parseDouble(json, maxFloat32);
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return (json) => parseInt32(json, 0, 4_294_967_295);
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return (json) => parseInt32(json, -2_147_483_648, 2_147_483_647);
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return (json) => parseInt64(json, 0n, 2n ** 64n - 1n, longAsString);
    default:
      return (json) => parseInt64(json, -(2n ** 63n), 2n ** 63n - 1n, longAsString);
  }
}

/**
 * Parser for an enum. Accepts printed, short and full names, and numbers. Unknown numbers pass, because proto3 enums
 * are open.
 */
export function enumParser(desc: DescEnum): ScalarParser {
  const numbers = new Map<string, number>();
  for (const value of desc.values) for (const name of acceptedValues(desc, value)) numbers.set(name, value.number);
  const names = desc.values.filter((value) => value.number !== 0).map((value) => printedValue(desc, value));
  const expected = new Refusal(jsonReasons.not_a_choice({ choices: names.slice(0, 30).join(', ') }));
  return (json) => {
    if (typeof json === 'string') return numbers.get(json) ?? expected;
    if (typeof json !== 'number' || !Number.isInteger(json)) return expected;
    return json >= -2_147_483_648 && json <= 2_147_483_647 ? json : expected;
  };
}

/**
 * google.protobuf.FieldMask: paths separated by commas. Each may be in camel or in snake case, like names of fields.
 */
export function parseFieldMask(json: JsonValue): unknown {
  if (typeof json !== 'string') return new Refusal(jsonReasons.not_a_mask());
  const paths = json === '' ? [] : json.split(',').map((path) => path.trim());
  if (!paths.every((path) => /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*$/.test(path)))
    return new Refusal(jsonReasons.not_a_mask());
  const snake = paths.map((path) => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return create(FieldMaskSchema, { paths: snake });
}

function parseString(json: JsonValue): string | Refusal {
  if (typeof json !== 'string') return new Refusal(jsonReasons.not_a_text());
  return isUnicode(json) ? json : new Refusal(jsonReasons.not_unicode());
}

function parseInt32(json: JsonValue, least: number, most: number): number | Refusal {
  const value = typeof json === 'string' && decimal.test(json) ? Number(json) : json;
  if (typeof value !== 'number' || !Number.isInteger(value)) return new Refusal(jsonReasons.not_an_integer());
  return value >= least && value <= most ? value : new Refusal(jsonReasons.out_of_range({ min: least, max: most }));
}

function parseInt64(json: JsonValue, least: bigint, most: bigint, asString: boolean): bigint | string | Refusal {
  let value: bigint;
  if (typeof json === 'string' && json.length <= 20 && decimal.test(json)) value = BigInt(json);
  else if (typeof json === 'number' && Number.isSafeInteger(json)) value = BigInt(json);
  else return new Refusal(jsonReasons.not_a_long_integer());
  if (value < least || value > most)
    return new Refusal(jsonReasons.out_of_range({ min: String(least), max: String(most) }));
  return asString ? value.toString() : value;
}

function parseDouble(json: JsonValue, most: number): number | Refusal {
  if (json === 'NaN' || json === 'Infinity' || json === '-Infinity') return Number(json);
  const value = typeof json === 'string' && jsonNumber.test(json) ? Number(json) : json;
  if (typeof value !== 'number') return new Refusal(jsonReasons.not_a_number());
  return Math.abs(value) <= most ? value : new Refusal(jsonReasons.too_large());
}

function parseBytes(json: JsonValue): Uint8Array | Refusal {
  if (Array.isArray(json)) {
    const valid = json.every((byte) => typeof byte === 'number' && Number.isInteger(byte) && byte >= 0 && byte <= 255);
    return valid ? Uint8Array.from(json as number[]) : new Refusal(jsonReasons.not_a_list_of_bytes());
  }
  const expected = new Refusal(jsonReasons.not_bytes());
  if (typeof json !== 'string' || !base64.test(json)) return expected;
  const digits = json.replace(/={1,2}$/, '');
  // One leftover digit has six bits, less than a byte.
  return digits.length % 4 === 1 ? expected : base64Decode(digits);
}

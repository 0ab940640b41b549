/**
 * Reads JSON into messages, the counterpart of `print.ts`. It accepts both spellings of a name and refuses unknown
 * names. An error names every wrong field. It throws only `JsonParseError`, whatever `json` contains.
 */
import {
  create,
  type DescField,
  type DescMessage,
  fromJson,
  type JsonObject,
  type JsonValue,
  type MessageShape,
  type ScalarType,
} from '@bufbuild/protobuf';
import { acceptedNames, isWellKnown } from '../naming.ts';
import { nearest } from '../nearest.ts';
import { jsonReasons } from './json-reasons.ts';
import { holdsPlainObject, wrappedField } from './local-form.ts';
import { childPath, Refusals } from './parse-error.ts';
import { enumParser, isUnicode, parseFieldMask, Refusal, type ScalarParser, scalarParser } from './parse-scalar.ts';

/**
 * Deepest nesting of messages, lists and free-form objects. The contract needs 8. The limit keeps recursive types from
 * overflowing the stack.
 */
export const maxDepth = 64;
const tooDeep = jsonReasons.too_deep({ max: maxDepth });

type Parse = (json: JsonValue, path: string, depth: number, refusals: Refusals) => unknown;
interface FieldParser {
  readonly field: DescField;
  readonly parse: Parse;
}

const compiled = new WeakMap<DescMessage, Parse>();

/** Reads `json` as a message. @throws JsonParseError with up to 20 faults. */
export function parseJson<D extends DescMessage>(desc: D, json: JsonValue): MessageShape<D> {
  const refusals = new Refusals();
  const message = messageParser(desc)(json, '', 0, refusals);
  refusals.settle();
  return message as MessageShape<D>;
}

function messageParser(desc: DescMessage): Parse {
  let parser = compiled.get(desc);
  if (!parser) {
    parser = isWellKnown(desc) ? wellKnownParser(desc) : objectParser(desc);
    compiled.set(desc, parser);
  }
  return parser;
}

/** A map finds the names, never an object, so `__proto__` and `constructor` are unknown fields like any other. */
function objectParser(desc: DescMessage): Parse {
  let fields: Map<string, FieldParser> | undefined;
  return (json, path, depth, refusals) => {
    fields ??= compileFields(desc);
    if (!isObject(json)) return refusals.refuse(path, jsonReasons.not_an_object());
    if (depth >= maxDepth) return refusals.refuse(path, tooDeep);
    const message = create(desc) as unknown as Record<string, unknown>;
    const seen = new Map<DescField, string>();
    for (const name of Object.keys(json)) {
      const entry = fields.get(name);
      const fieldPath = childPath(path, name);
      if (!entry) {
        if (refusals.isFull) continue;
        const meant = nearest(name, fields.keys());
        refusals.refuse(
          fieldPath,
          meant === undefined ? jsonReasons.unknown_field() : jsonReasons.misspelled_field({ meant }),
        );
        continue;
      }
      const earlier = seen.get(entry.field);
      if (earlier !== undefined) refusals.refuse(fieldPath, jsonReasons.same_field({ other: earlier }));
      seen.set(entry.field, name);
      const value = json[name] as JsonValue;
      // null means unset, except for google.protobuf.Value, where null is a value.
      if (value === null && entry.field.message?.typeName !== 'google.protobuf.Value') continue;
      put(message, entry.field, entry.parse(value, fieldPath, depth + 1, refusals), fieldPath, refusals);
    }
    return message;
  };
}

function compileFields(desc: DescMessage): Map<string, FieldParser> {
  const fields = new Map<string, FieldParser>();
  for (const field of desc.fields) {
    const entry = { field, parse: fieldParser(field) };
    for (const name of acceptedNames(field)) fields.set(name, entry);
  }
  return fields;
}

function put(
  message: Record<string, unknown>,
  field: DescField,
  value: unknown,
  path: string,
  refusals: Refusals,
): void {
  if (!field.oneof) {
    message[field.localName] = value;
    return;
  }
  const group = message[field.oneof.localName] as { case?: string };
  if (group.case !== undefined && group.case !== field.localName) {
    refusals.refuse(path, jsonReasons.excluded({ group: field.oneof.name }));
  }
  message[field.oneof.localName] = { case: field.localName, value };
}

function fieldParser(field: DescField): Parse {
  switch (field.fieldKind) {
    case 'scalar':
      return leaf(scalarParser(field.scalar, field.longAsString));
    case 'enum':
      return leaf(enumParser(field.enum));
    case 'message': {
      const wrapped = wrappedField(field);
      return wrapped ? leaf(scalarParser(wrapped.scalar, false)) : itemParser(field);
    }
    case 'list':
      return listParser(itemParser(field));
    case 'map':
      return mapParser(field, itemParser(field));
  }
}

function itemParser(field: DescField & { fieldKind: 'message' | 'list' | 'map' }): Parse {
  if (field.message) {
    if (holdsPlainObject(field)) return freeObject;
    const { message } = field;
    let parser: Parse | undefined;
    return (json, path, depth, refusals) => {
      parser ??= messageParser(message);
      return parser(json, path, depth, refusals);
    };
  }
  if (field.enum) return leaf(enumParser(field.enum));
  const longAsString = field.fieldKind === 'list' && field.listKind === 'scalar' && field.longAsString;
  return leaf(scalarParser(field.scalar as ScalarType, longAsString));
}

function leaf(parse: ScalarParser): Parse {
  return (json, path, _depth, refusals) => {
    const value = parse(json);
    return value instanceof Refusal ? refusals.refuse(path, value.reason) : value;
  };
}

function listParser(parse: Parse): Parse {
  return (json, path, depth, refusals) => {
    if (!Array.isArray(json)) return refusals.refuse(path, jsonReasons.not_a_list());
    return json.map((item, index) => parse(item, `${path}[${index}]`, depth, refusals));
  };
}

function mapParser(field: DescField & { fieldKind: 'map' }, parse: Parse): Parse {
  const parseKey = scalarParser(field.mapKey, false);
  return (json, path, depth, refusals) => {
    if (!isObject(json)) return refusals.refuse(path, jsonReasons.not_an_object());
    const entries: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(json)) {
      const key = parseKey(name === 'true' ? true : name === 'false' ? false : name);
      const entryPath = childPath(path, name);
      if (key instanceof Refusal || name === '__proto__') refusals.refuse(entryPath, jsonReasons.bad_key());
      else entries[name] = parse(value, entryPath, depth, refusals);
    }
    return entries;
  };
}

/** google.protobuf.Struct. Refuses `__proto__`: the binary encoder of protobuf-es would take it for the prototype. */
function freeObject(json: JsonValue, path: string, depth: number, refusals: Refusals): unknown {
  if (!isObject(json)) return refusals.refuse(path, jsonReasons.not_an_object());
  checkFree(json, path, depth, refusals);
  return json;
}

function checkFree(json: JsonValue, path: string, depth: number, refusals: Refusals): undefined {
  if (depth >= maxDepth) return refusals.refuse(path, tooDeep);
  if (Array.isArray(json)) {
    for (const [index, item] of json.entries()) checkFree(item, `${path}[${index}]`, depth + 1, refusals);
  } else if (isObject(json)) {
    for (const name of Object.keys(json)) {
      const entryPath = childPath(path, name);
      if (name === '__proto__') refusals.refuse(entryPath, jsonReasons.bad_key());
      else if (!isUnicode(name)) refusals.refuse(entryPath, jsonReasons.not_unicode());
      else checkFree(json[name] as JsonValue, entryPath, depth + 1, refusals);
    }
  } else if (typeof json === 'string' && !isUnicode(json)) {
    refusals.refuse(path, jsonReasons.not_unicode());
  } else if (typeof json === 'number' && !Number.isFinite(json)) {
    refusals.refuse(path, jsonReasons.too_large());
  }
}

function wellKnownParser(desc: DescMessage): Parse {
  if (desc.typeName === 'google.protobuf.FieldMask') return leaf(parseFieldMask);
  return (json, path, depth, refusals) => {
    const before = new Refusals();
    checkFree(json, path, depth, before);
    try {
      before.settle();
      return fromJson(desc, json);
    } catch {
      return refusals.refuse(path, jsonReasons.not_well_known({ type: desc.name }));
    }
  };
}

function isObject(json: JsonValue | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

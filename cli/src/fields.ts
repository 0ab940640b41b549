/**
 * Reads `PATH=VALUE` into a message of the contract. The descriptor resolves the path to a field and determines how
 * to write its value.
 */
import { type DescField, type DescMessage, type JsonObject, type JsonValue, ScalarType } from '@bufbuild/protobuf';
import { JsonParseError } from '@matinee/contract/json/parse-error.ts';
import { readJson } from '@matinee/contract/json/read.ts';
import { acceptedNames, isWellKnown, printedName, printedValue } from '@matinee/contract/naming.ts';
import { nearest } from '@matinee/contract/nearest.ts';
import { Failure } from './failure.ts';

/** A path, and the text for its value. */
export interface Assignment {
  readonly path: string;
  readonly text: string;
}

/** Splits `PATH=VALUE`. @throws Failure `usage` */
export function readAssignment(pair: string): Assignment {
  const at = pair.indexOf('=');
  if (at < 1) throw new Failure('usage', `--set ${pair}: is not PATH=VALUE`);
  return { path: pair.slice(0, at), text: pair.slice(at + 1) };
}

/** The fields along `path`, outermost first. @throws Failure `usage` that suggests the nearest path. */
export function fieldsOnPath(desc: DescMessage, path: string): DescField[] {
  const fields: DescField[] = [];
  let inside: DescMessage | undefined = desc;
  for (const name of path.split('.')) {
    const field: DescField | undefined = inside?.fields.find((one) => acceptedNames(one).includes(name));
    if (!field) {
      const near = nearest(path, pathsIn(desc));
      throw new Failure('usage', `${path}: there is no such key${near ? `; did you mean ${near}?` : ''}`);
    }
    fields.push(field);
    inside = field.fieldKind === 'message' && !isWellKnown(field.message) ? field.message : undefined;
  }
  return fields;
}

/** The path as the contract prints it: `rtmp.advertise_address` becomes `rtmp.advertiseAddress`. */
export function printedPath(fields: readonly DescField[]): string {
  return fields.map(printedName).join('.');
}

/** Every path below a message, groups included, two levels deep. Suggestions come from this list. */
export function pathsIn(desc: DescMessage, depth = 2, prefix = ''): string[] {
  return desc.fields.flatMap((field) => {
    const path = prefix + printedName(field);
    const isGroup = depth > 1 && field.fieldKind === 'message' && !isWellKnown(field.message);
    return isGroup ? [path, ...pathsIn(field.message, depth - 1, `${path}.`)] : [path];
  });
}

/** Puts a value into a JSON object that has the shape of the message. Creates the objects along the path. */
export function putValue(target: JsonObject, fields: readonly DescField[], value: JsonValue): void {
  let at = target;
  for (const field of fields.slice(0, -1)) {
    const name = printedName(field);
    const found = at[name];
    const inside: JsonObject = typeof found === 'object' && found !== null && !Array.isArray(found) ? found : {};
    at[name] = inside;
    at = inside;
  }
  at[printedName(fields.at(-1)!)] = value;
}

/** Parses `text`: texts and names are plain text, everything else is JSON. @throws Failure `usage` */
export function readValue(path: string, field: DescField, text: string): JsonValue {
  if (field.fieldKind === 'scalar' && field.scalar === ScalarType.STRING) return text;
  if (field.fieldKind === 'enum') {
    const names = field.enum.values
      .filter(({ number }) => number !== 0)
      .map((value) => printedValue(field.enum, value));
    if (names.includes(text)) return text;
    throw new Failure('usage', `${path}: ${text || 'an empty text'} is none of ${names.join(', ')}`);
  }
  const value = parseJson(path, text);
  if (field.fieldKind === 'scalar') {
    const isFlag = field.scalar === ScalarType.BOOL;
    if (typeof value === (isFlag ? 'boolean' : 'number')) return value as JsonValue;
    throw new Failure('usage', `${path}: ${text || 'an empty text'} is not ${isFlag ? 'true or false' : 'a number'}`);
  }
  const isFit = field.fieldKind === 'list' ? Array.isArray(value) : typeof value === 'object' && !Array.isArray(value);
  if (isFit && value !== undefined && value !== null) return value;
  const example = field.fieldKind === 'list' ? '["one","two"]' : '{"name":"value"}';
  throw new Failure(
    'usage',
    `${path}: needs ${field.fieldKind === 'list' ? 'a list' : 'an object'} in JSON, such as ${example}`,
  );
}

/** Undefined for text that is not JSON. @throws Failure for an object that has a name twice. */
function parseJson(path: string, text: string): JsonValue | undefined {
  try {
    return readJson(text);
  } catch (cause) {
    if (cause instanceof JsonParseError) throw new Failure('usage', `${path}: ${cause.message}`);
    return undefined;
  }
}

/** The value at a path of JSON from the contract; undefined when absent. */
export function valueAt(json: JsonValue, fields: readonly DescField[]): JsonValue | undefined {
  let at: JsonValue | undefined = json;
  for (const field of fields) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return undefined;
    at = at[printedName(field)];
  }
  return at;
}

/**
 * Reads query strings into messages, for requests without a body: scalars, repeated names for lists, dotted paths for
 * nested fields.
 */
import {
  type DescField,
  type DescMessage,
  type JsonObject,
  type JsonValue,
  type MessageShape,
  ScalarType,
} from '@bufbuild/protobuf';
import { acceptedNames, isWellKnown } from '../naming.ts';
import { jsonReasons } from './json-reasons.ts';
import { maxDepth, parseJson } from './parse.ts';
import { Refusals } from './parse-error.ts';

/** Messages with one string or number as their JSON, so that a query can hold them. */
const textual = new Set(
  ['Timestamp', 'Duration', 'FieldMask', 'StringValue', 'BytesValue', 'Int32Value', 'UInt32Value']
    .concat(['Int64Value', 'UInt64Value', 'DoubleValue', 'FloatValue', 'BoolValue'])
    .map((name) => `google.protobuf.${name}`),
);

interface Node {
  readonly json: JsonObject;
  readonly spelling: Map<DescField, string>;
  readonly children: Map<DescField, Node>;
}

/** Reads a query as a message. `entries` are decoded pairs in their order. @throws JsonParseError and nothing else. */
export function parseQuery<D extends DescMessage>(
  desc: D,
  entries: Iterable<readonly [string, string]>,
): MessageShape<D> {
  const refusals = new Refusals();
  const root = makeNode();
  for (const [name, text] of entries) putEntry(desc, root, name, text, refusals);
  refusals.settle();
  return parseJson(desc, root.json);
}

function makeNode(): Node {
  return { json: {}, spelling: new Map(), children: new Map() };
}

function putEntry(desc: DescMessage, root: Node, path: string, text: string, refusals: Refusals): undefined {
  const names = path.split('.', maxDepth + 1);
  const last = names.pop() as string;
  let node = root;
  let parent = desc;
  for (const name of names) {
    const field = findField(parent, name);
    if (field?.fieldKind !== 'message' || isWellKnown(field.message))
      return refusals.refuse(path, jsonReasons.unknown_field());
    if (!agrees(node, field, name)) return refusals.refuse(path, jsonReasons.spelled_twice());
    let child = node.children.get(field);
    if (!child) {
      child = makeNode();
      node.children.set(field, child);
      node.json[name] = child.json;
    }
    node = child;
    parent = field.message;
  }
  const field = findField(parent, last);
  if (!field || !fits(field))
    return refusals.refuse(path, field ? jsonReasons.not_in_a_query() : jsonReasons.unknown_field());
  if (!agrees(node, field, last)) return refusals.refuse(path, jsonReasons.spelled_twice());
  if (field.fieldKind === 'list') {
    const items = node.json[last];
    if (Array.isArray(items)) items.push(toJsonValue(field, text));
    else node.json[last] = [toJsonValue(field, text)];
  } else if (Object.hasOwn(node.json, last)) {
    refusals.refuse(path, jsonReasons.given_twice());
  } else {
    node.json[last] = toJsonValue(field, text);
  }
}

const namesOf = new WeakMap<DescMessage, Map<string, DescField>>();

function findField(desc: DescMessage, name: string): DescField | undefined {
  let names = namesOf.get(desc);
  if (!names) {
    names = new Map(desc.fields.flatMap((field) => acceptedNames(field).map((accepted) => [accepted, field] as const)));
    namesOf.set(desc, names);
  }
  return names.get(name);
}

/** True while the query spells a field in one way only. */
function agrees(node: Node, field: DescField, name: string): boolean {
  const earlier = node.spelling.get(field);
  node.spelling.set(field, name);
  return earlier === undefined || earlier === name;
}

function fits(field: DescField): boolean {
  if (field.fieldKind === 'map') return false;
  return field.message === undefined || textual.has(field.message.typeName);
}

/** In ProtoJSON, numbers may be strings; booleans and the numbers of enum values may not. */
function toJsonValue(field: DescField, text: string): JsonValue {
  const isBool = field.message
    ? field.message.typeName === 'google.protobuf.BoolValue'
    : field.scalar === ScalarType.BOOL;
  if (isBool && (text === 'true' || text === 'false')) return text === 'true';
  if (field.enum && /^-?[0-9]{1,10}$/.test(text)) return Number(text);
  return text;
}

/**
 * The schemas of all messages in requests and answers of routes. A message that occurs in both has two schemas: an
 * answer always has the implicit fields, a request may leave them out.
 */
import { type DescMessage, type DescOneof, getOption } from '@bufbuild/protobuf';
import { oneof as oneofRules } from '@matinee/contract/gen/buf/validate/validate_pb.ts';
import type { HttpRoute } from '@matinee/contract/methods.ts';
import { isWellKnown, printedName } from '@matinee/contract/naming.ts';
import { fieldSchema, isNeeded, isPrintedAlways, orNull } from './fields.ts';
import type { Json } from './json.ts';
import { pathNames } from './path-names.ts';

/** Gives references to schemas, and makes each schema when it is first asked for. */
export interface Schemas {
  output(desc: DescMessage): Json;
  /** The request of a route, without the fields that its path names. */
  body(route: HttpRoute): Json;
  /** All schemas that something refers to. */
  components(): { readonly [name: string]: Json };
}

type Use = 'input' | 'output';

const errorSchema: Json = {
  type: 'object',
  required: ['error', 'status', 'code', 'requestId'],
  properties: {
    error: { type: 'string', description: 'For people.' },
    status: { type: 'integer' },
    code: { type: ['string', 'null'], description: 'Dotted reason for programs, `chat.version_conflict`.' },
    requestId: { type: 'string' },
    details: {
      type: 'object',
      properties: {
        violations: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'reason'],
            properties: { field: { type: 'string' }, reason: { type: 'string' } },
          },
        },
        retryAfterSeconds: { type: 'number' },
        metadata: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
};

/** Schemas for `routes`. @throws Error when two messages would get one name. */
export function makeSchemas(routes: readonly HttpRoute[]): Schemas {
  const printed = new Set<DescMessage>();
  for (const { method } of routes) reach(method.output, printed);
  const made = new Map<string, Json>([['Error', errorSchema]]);
  const owners = new Map<string, string>();

  function reference(desc: DescMessage, use: Use, without: readonly string[] = []): Json {
    const name = componentName(desc) + (use === 'input' && printed.has(desc) ? 'Input' : '');
    const owner = `${desc.typeName} ${use}`;
    if ((owners.get(name) ?? owner) !== owner || (name === 'Error' && !owners.has(name))) {
      throw new Error(`${owner} and ${owners.get(name) ?? 'the error body'} are both named ${name} in OpenAPI`);
    }
    if (!made.has(name)) {
      owners.set(name, owner);
      // Reserve the name first: a message may contain itself.
      made.set(name, {});
      made.set(name, schemaOf(desc, use, without));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  function schemaOf(desc: DescMessage, use: Use, without: readonly string[]): Json {
    const fields = desc.fields.filter(({ name }) => !without.includes(name));
    const properties = Object.fromEntries(
      fields.map((field) => {
        const schema = fieldSchema(field, (message) => reference(message, use));
        const mayBeNull = use === 'input' && !isNeeded(field) && !field.oneof;
        return [printedName(field), mayBeNull ? orNull(schema) : schema];
      }),
    );
    const required = fields.filter(use === 'output' ? isPrintedAlways : isNeeded).map(printedName);
    const choice = desc.oneofs.find((oneof) => oneof.fields.length > 1 || !oneof.fields[0]?.proto.proto3Optional);
    return {
      type: 'object',
      properties,
      ...(required.length > 0 ? { required } : {}),
      ...(use === 'input' ? { additionalProperties: false } : {}),
      ...(choice ? choiceSchema(choice) : {}),
    };
  }

  return {
    output: (desc) => reference(desc, 'output'),
    body: (route) => reference(route.method.input, 'input', pathNames(route)),
    components: () => Object.fromEntries([...made].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Says when one field of a oneof must be set. For other oneofs it adds a description. */
function choiceSchema(oneof: DescOneof): { readonly [key: string]: Json } {
  const names = oneof.fields.map(printedName);
  if (!getOption(oneof, oneofRules).required) return { description: `At most one of: ${names.join(', ')}.` };
  return { oneOf: names.map((name) => ({ required: [name] })) };
}

/** `RoomSettings`; nested messages with the outer name in front. */
function componentName(desc: DescMessage): string {
  return desc.typeName.slice(desc.file.proto.package.length + 1).replaceAll('.', '_');
}

function reach(desc: DescMessage, found: Set<DescMessage>): void {
  if (found.has(desc) || isWellKnown(desc)) return;
  found.add(desc);
  for (const field of desc.fields) if (field.message) reach(field.message, found);
}

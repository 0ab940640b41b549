/**
 * The schemas of all messages in requests and answers of routes. A message that occurs in both has two schemas: an
 * answer always has the implicit fields, a request may omit them.
 */
import { type DescMessage, type DescOneof, getOption } from '@bufbuild/protobuf';
import { message as messageRules, oneof as oneofRules } from '@matinee/contract/gen/buf/validate/validate_pb.ts';
import { comments } from '@matinee/contract/gen/comments.ts';
import type { HttpRoute } from '@matinee/contract/methods.ts';
import { isWellKnown, printedName } from '@matinee/contract/naming.ts';
import { fieldSchema, orNull, type Use } from './fields.ts';
import type { Json, Keywords } from './json.ts';
import { pathNames } from './path-names.ts';
import { isNeeded, isPrintedAlways } from './presence.ts';

/** Returns references to schemas, and makes each schema when it is first referenced. */
export interface Schemas {
  output(desc: DescMessage): Keywords;
  /** The request of a route, without the fields in its path. */
  body(route: HttpRoute): Keywords;
  /** True if the request of a route needs more than its path. */
  needsBody(route: HttpRoute): boolean;
  /** All referenced schemas. */
  components(): Keywords;
}

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
            required: ['field', 'reason', 'description'],
            properties: {
              field: { type: 'string' },
              reason: {
                type: 'string',
                description:
                  'For programs: a reason of the reference, `mail.not_a_host`, or the rule of the contract that the value breaks, `string.min_len`.',
              },
              params: {
                type: 'object',
                additionalProperties: { type: 'string' },
                description: 'What the description names, to say it in other languages.',
              },
              description: { type: 'string', description: 'For people.' },
            },
          },
        },
        retryAfterSeconds: { type: 'number' },
        metadata: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
};

/** Schemas for `routes`. @throws Error if two messages would get the same name. */
export function makeSchemas(routes: readonly HttpRoute[]): Schemas {
  const printed = new Set<DescMessage>();
  for (const { method } of routes) reach(method.output, printed);
  const made = new Map<string, Json>([['Error', errorSchema]]);
  const owners = new Map<string, string>();

  function reference(desc: DescMessage, use: Use, without: readonly string[] = []): Keywords {
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
        const schema = fieldSchema(field, use, (message) => reference(message, use));
        const mayBeNull = use === 'input' && !isNeeded(field) && !field.oneof;
        return [printedName(field), mayBeNull ? orNull(schema) : schema];
      }),
    );
    const required = fields.filter(use === 'output' ? isPrintedAlways : isNeeded).map(printedName);
    const choices = desc.oneofs.filter((oneof) => oneof.fields.length > 1 || !oneof.fields[0]?.proto.proto3Optional);
    const description = describeMessage(desc);
    return {
      type: 'object',
      ...(description === '' ? {} : { description }),
      properties,
      ...(required.length > 0 ? { required } : {}),
      ...(use === 'input' ? { additionalProperties: false } : {}),
      ...(choices.length > 0 ? { allOf: choices.map(choiceSchema) } : {}),
    };
  }

  return {
    output: (desc) => reference(desc, 'output'),
    body: (route) => reference(route.method.input, 'input', pathNames(route)),
    needsBody: ({ method: { input }, path }) =>
      input.fields.some((field) => isNeeded(field) && !path.includes(`{${field.name}}`)) ||
      input.oneofs.some((oneof) => getOption(oneof, oneofRules).required),
    components: () => Object.fromEntries([...made].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The contract's comment on a message, and the rules that JSON Schema cannot express. */
export function describeMessage(desc: DescMessage): string {
  const rules = getOption(desc, messageRules).cel.map(({ message }) => `Rule: ${message}.`);
  return [comments[desc.typeName], ...rules].filter((text) => text !== undefined).join(' ');
}

/** A request has at most one field of a oneof; exactly one if the oneof is required. */
function choiceSchema(oneof: DescOneof): Keywords {
  const alone = oneof.fields.map((field) => ({ required: [printedName(field)] }));
  return { oneOf: getOption(oneof, oneofRules).required ? alone : [...alone, { not: { anyOf: alone } }] };
}

/** `RoomSettings`; nested messages are prefixed with the outer name. */
function componentName(desc: DescMessage): string {
  return desc.typeName.slice(desc.file.proto.package.length + 1).replaceAll('.', '_');
}

function reach(desc: DescMessage, found: Set<DescMessage>): void {
  if (found.has(desc) || isWellKnown(desc)) return;
  found.add(desc);
  for (const field of desc.fields) if (field.message) reach(field.message, found);
}

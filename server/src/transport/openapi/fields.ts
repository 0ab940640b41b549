/** JSON Schema of single fields, with the bounds that buf.validate sets. */
import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { comments } from '@matinee/contract/gen/comments.ts';
import { isWellKnown } from '@matinee/contract/naming.ts';
import { anyBytes, boundsOf, rulesOf, valueBounds } from './bounds.ts';
import { acceptedEnum, usualEnum } from './enums.ts';
import type { Json, Keywords } from './json.ts';

/** Whether a schema describes the server's input or its output. */
export type Use = 'input' | 'output';

type Reference = (desc: DescMessage) => Keywords;

const int64: Keywords = { type: 'string', format: 'int64', pattern: '^-?[0-9]+$' };
const wellKnown: Readonly<Record<string, Keywords>> = {
  Timestamp: { type: 'string', format: 'date-time' },
  Duration: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?s$' },
  FieldMask: {
    type: 'string',
    pattern:
      '^( *[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)* *(, *[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)* *)*)?$',
  },
  // Its objects may not have this key: JavaScript would treat it as the prototype.
  Struct: { type: 'object', additionalProperties: true, propertyNames: { not: { const: '__proto__' } } },
  Value: {},
  ListValue: { type: 'array', items: {} },
  Empty: { type: 'object' },
  Any: { type: 'object', additionalProperties: true },
  StringValue: { type: ['string', 'null'] },
  BytesValue: { type: ['string', 'null'], contentEncoding: 'base64' },
  BoolValue: { type: ['boolean', 'null'] },
  Int32Value: { type: ['integer', 'null'] },
  UInt32Value: { type: ['integer', 'null'] },
  Int64Value: { type: ['string', 'null'] },
  UInt64Value: { type: ['string', 'null'] },
  DoubleValue: { type: ['number', 'null'] },
  FloatValue: { type: ['number', 'null'] },
};

/** The schema of a field; messages by `reference`. */
export function fieldSchema(field: DescField, use: Use, reference: Reference = () => ({})): Keywords {
  const bounds = boundsOf(field);
  const schema = typeSchema(field, use, reference, bounds);
  const words = [comments[`${field.parent.typeName}.${field.name}`], bounds.description, ...rulesInWords(field)];
  const description = words.filter((text) => text !== undefined).join(' ');
  return description === '' ? schema : { ...schema, description };
}

function typeSchema(field: DescField, use: Use, reference: Reference, bounds: Keywords): Keywords {
  switch (field.fieldKind) {
    case 'list':
      // Two spellings of one value are equal for the server, but different for `uniqueItems`.
      if (field.enum && bounds.uniqueItems)
        return { type: 'array', items: usualEnum(field.enum, itemRules(field)), ...bounds };
      return { type: 'array', items: boundedItem(field, use, reference), ...bounds };
    case 'map':
      return { type: 'object', additionalProperties: boundedItem(field, use, reference), ...bounds };
    case 'message': {
      const schema = itemSchema(field, use, reference);
      return Object.keys(bounds).length > 0 ? { allOf: [schema, bounds] } : schema;
    }
    default:
      return { ...notEmpty(field), ...itemSchema(field, use, reference), ...bounds };
  }
}

/** CEL rules in the words of the server's error message. */
function rulesInWords(field: DescField): string[] {
  return (rulesOf(field)?.cel ?? []).map(({ message }) => `Rule: ${message}.`);
}

/** A required text must not be empty either: fields without presence cannot tell the two apart. */
function notEmpty(field: DescField): Keywords {
  const isNeededText = field.scalar === ScalarType.STRING && rulesOf(field)?.required;
  return isNeededText && !field.proto.proto3Optional ? { minLength: 1 } : {};
}

/** The schema with null added. Sending null is the same as omitting the field. */
export function orNull(schema: Keywords): Keywords {
  const { type, enum: values, anyOf, description, ...rest } = schema;
  const words: Keywords = description === undefined ? {} : { description };
  if (Array.isArray(anyOf)) return { ...rest, anyOf: [...anyOf, { type: 'null' }], ...words };
  if (typeof type === 'string')
    return { type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), ...rest, ...words };
  return '$ref' in rest || 'allOf' in rest ? { anyOf: [rest, { type: 'null' }], ...words } : schema;
}

/** True for fields of google.protobuf messages, which have no fields of their own in JSON. */
export function isWellKnownField(field: DescField): boolean {
  return field.message !== undefined && isWellKnown(field.message);
}

function itemSchema(field: DescField, use: Use, reference: Reference): Keywords {
  if (field.message) {
    const { message } = field;
    return isWellKnown(message) ? (wellKnown[message.name] ?? {}) : reference(message);
  }
  if (!field.enum) return scalarSchema(field.scalar as ScalarType);
  return use === 'output' ? usualEnum(field.enum, undefined) : acceptedEnum(field.enum, itemRules(field));
}

/** An item of a list or a value of a map, with its own bounds. */
function boundedItem(field: DescField, use: Use, reference: Reference): Keywords {
  const schema = itemSchema(field, use, reference);
  const rules = itemRules(field);
  return rules && field.scalar !== undefined ? { ...schema, ...valueBounds(rules) } : schema;
}

/** The rules of a field's value, or of the items of a list or the values of a map. */
function itemRules(field: DescField) {
  const rules = rulesOf(field);
  if (field.fieldKind === 'list') return rules?.type.case === 'repeated' ? rules.type.value.items : undefined;
  if (field.fieldKind === 'map') return rules?.type.case === 'map' ? rules.type.value.values : undefined;
  return rules;
}

const scalars: Readonly<Partial<Record<ScalarType, Keywords>>> = {
  [ScalarType.STRING]: { type: 'string' },
  [ScalarType.BOOL]: { type: 'boolean' },
  [ScalarType.BYTES]: { type: 'string', contentEncoding: 'base64', pattern: anyBytes },
  [ScalarType.DOUBLE]: { type: 'number', format: 'double' },
  [ScalarType.FLOAT]: { type: 'number', format: 'float' },
  [ScalarType.INT32]: { type: 'integer', format: 'int32' },
  [ScalarType.SINT32]: { type: 'integer', format: 'int32' },
  [ScalarType.SFIXED32]: { type: 'integer', format: 'int32' },
  [ScalarType.UINT32]: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
  [ScalarType.FIXED32]: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
};

function scalarSchema(type: ScalarType): Json & Keywords {
  return (scalars[type] ?? int64) as Json & Keywords;
}

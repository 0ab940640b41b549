/** JSON Schema of single fields, with the bounds that buf.validate sets. */
import { type DescEnum, type DescField, type DescMessage, getOption, hasOption, ScalarType } from '@bufbuild/protobuf';
import { type FieldRules, field as fieldRules } from '@matinee/contract/gen/buf/validate/validate_pb.ts';
import { isWellKnown, printedValue } from '@matinee/contract/naming.ts';
import { boundsOf } from './bounds.ts';
import type { Json } from './json.ts';

type Reference = (desc: DescMessage) => Json;

const int64: Json = { type: 'string', format: 'int64', pattern: '^-?[0-9]+$' };
const wellKnown: Readonly<Record<string, Json>> = {
  Timestamp: { type: 'string', format: 'date-time' },
  Duration: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?s$' },
  FieldMask: { type: 'string' },
  Struct: { type: 'object', additionalProperties: true },
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
export function fieldSchema(field: DescField, reference: Reference): Json {
  const bounds = hasOption(field, fieldRules) ? boundsOf(getOption(field, fieldRules)) : {};
  switch (field.fieldKind) {
    case 'list':
      return { type: 'array', items: itemSchema(field, reference), ...bounds };
    case 'map':
      return { type: 'object', additionalProperties: itemSchema(field, reference) };
    case 'enum':
      return enumSchema(field.enum, getOption(field, fieldRules));
    default:
      return { ...notEmpty(field), ...(itemSchema(field, reference) as object), ...bounds };
  }
}

/** A text that must be set must not be empty either: fields without presence cannot tell the two apart. */
function notEmpty(field: DescField): { readonly [key: string]: Json } {
  const isNeededText = field.scalar === ScalarType.STRING && getOption(field, fieldRules).required;
  return isNeededText && !field.proto.proto3Optional ? { minLength: 1 } : {};
}

/** The schema with null added. Sending null is the same as leaving the field out. */
export function orNull(schema: Json): Json {
  const { type, enum: values, ...rest } = schema as { [key: string]: Json };
  if (typeof type !== 'string') return '$ref' in rest ? { anyOf: [schema, { type: 'null' }] } : schema;
  return { type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), ...rest };
}

/** True for fields of google.protobuf messages, which have no fields of their own in JSON. */
export function isWellKnownField(field: DescField): boolean {
  return field.message !== undefined && isWellKnown(field.message);
}

/** True when every answer has the field: it has no presence, and it is not an enum, whose zero is left out. */
export function isPrintedAlways(field: DescField): boolean {
  if (field.fieldKind === 'list' || field.fieldKind === 'map') return true;
  return field.fieldKind === 'scalar' && !field.oneof && !field.proto.proto3Optional;
}

/** True when a request without the field is refused. */
export function isNeeded(field: DescField): boolean {
  if (!hasOption(field, fieldRules)) return false;
  const rules = getOption(field, fieldRules);
  if (rules.required) return true;
  if (field.proto.proto3Optional || field.oneof) return false;
  const bounds = boundsOf(rules) as { minLength?: number; minItems?: number };
  return (bounds.minLength ?? 0) > 0 || (bounds.minItems ?? 0) > 0;
}

function itemSchema(field: DescField, reference: Reference): Json {
  if (field.message) {
    const { message } = field;
    return isWellKnown(message) ? (wellKnown[message.name] ?? {}) : reference(message);
  }
  return field.enum ? enumSchema(field.enum, undefined) : scalarSchema(field.scalar as ScalarType);
}

function enumSchema(desc: DescEnum, rules: FieldRules | undefined): Json {
  const only = rules?.type.case === 'enum' ? rules.type.value.in : [];
  const values = desc.values.filter(({ number }) => number !== 0 && (only.length === 0 || only.includes(number)));
  return { type: 'string', enum: values.map((value) => printedValue(desc, value)) };
}

function scalarSchema(type: ScalarType): Json {
  switch (type) {
    case ScalarType.STRING:
      return { type: 'string' };
    case ScalarType.BOOL:
      return { type: 'boolean' };
    case ScalarType.BYTES:
      return { type: 'string', contentEncoding: 'base64' };
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return { type: 'number', format: type === ScalarType.DOUBLE ? 'double' : 'float' };
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return { type: 'integer', format: 'int32' };
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return { type: 'integer', minimum: 0, maximum: 4_294_967_295 };
    default:
      return int64;
  }
}

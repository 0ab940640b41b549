/**
 * Converts rules of buf.validate to keywords of JSON Schema. A CEL rule that matches a text against a pattern becomes a
 * pattern. For other CEL rules, the field's option `json_schema` informs readers of the document.
 */
import { type DescField, getOption, hasOption, isFieldSet } from '@bufbuild/protobuf';
import {
  type BytesRules,
  BytesRulesSchema,
  type FieldRules,
  field as fieldRules,
  type MapRules,
  MapRulesSchema,
  type RepeatedRules,
  RepeatedRulesSchema,
  type StringRules,
  StringRulesSchema,
} from '@matinee/contract/gen/buf/validate/validate_pb.ts';
import { json_schema } from '@matinee/contract/gen/service/meta/options_pb.ts';
import type { Json, Keywords } from './json.ts';

/** Cached, because each read decodes the options. */
const known = new WeakMap<DescField, { readonly rules: FieldRules | undefined }>();

/** The rules of `field`; undefined if it has none. */
export function rulesOf(field: DescField): FieldRules | undefined {
  let found = known.get(field);
  if (!found) {
    found = { rules: hasOption(field, fieldRules) ? getOption(field, fieldRules) : undefined };
    known.set(field, found);
  }
  return found.rules;
}

/** The bounds that the rules of `field` set, as keywords. */
export function boundsOf(field: DescField): Keywords {
  const rules = rulesOf(field);
  const own = hasOption(field, json_schema) ? getOption(field, json_schema) : '';
  return {
    ...(rules ? valueBounds(rules) : {}),
    ...(own === '' ? {} : (JSON.parse(own) as Keywords)),
  };
}

/** The bounds of the value of a field, of an item of a list, or of a key or value of a map. */
export function valueBounds(rules: FieldRules): Keywords {
  return { ...typeBounds(rules), ...matchedPatterns(rules) };
}

function typeBounds({ type }: FieldRules): Keywords {
  switch (type.case) {
    case 'string':
      return stringBounds(type.value);
    case 'bytes':
      return bytesBounds(type.value);
    case 'repeated':
      return listBounds(type.value);
    case 'map':
      return mapBounds(type.value);
    case 'int32':
    case 'uint32':
    case 'double':
    case 'float':
      return numberBounds(type.value);
    default:
      return {};
  }
}

function stringBounds(rules: StringRules): Keywords {
  const { minLen, maxLen, len, pattern } = StringRulesSchema.field;
  const keywords: Record<string, Json> = {};
  if (isFieldSet(rules, minLen)) keywords.minLength = Number(rules.minLen);
  if (isFieldSet(rules, maxLen)) keywords.maxLength = Number(rules.maxLen);
  if (isFieldSet(rules, len)) keywords.minLength = keywords.maxLength = Number(rules.len);
  if (isFieldSet(rules, pattern)) keywords.pattern = rules.pattern;
  if (rules.in.length > 0) keywords.enum = rules.in;
  return keywords;
}

const digit = '[A-Za-z0-9+/_-]';

/**
 * Bytes in base64 as the server accepts it: base64url as well, with or without padding. A single digit is less than a
 * byte.
 */
export const anyBytes = `^(${digit}{4})*(${digit}{2,3})?={0,2}$`;

/** The rules count bytes, the patterns base64 digits. */
function bytesBounds(rules: BytesRules): Keywords {
  const { minLen, maxLen, len } = BytesRulesSchema.field;
  if (isFieldSet(rules, len)) {
    return { pattern: `^${digit}{${digitsOf(rules.len)}}={0,2}$`, description: `${rules.len} bytes in base64.` };
  }
  if (!isFieldSet(rules, minLen) || !isFieldSet(rules, maxLen)) return {};
  const least = Math.max(0, Math.ceil(digitsOf(rules.minLen) / 4) - 1);
  const most = digitsOf(rules.maxLen);
  const whole = Math.floor(most / 4);
  const shorter = `(${digit}{4}){${least},${whole - 1}}${digit}{2,4}`;
  const longest = most % 4 === 0 ? '' : `|(${digit}{4}){${whole}}${digit}{2,${most % 4}}`;
  const description = `${rules.minLen} to ${rules.maxLen} bytes in base64.`;
  return { pattern: `^(${shorter}${longest})={0,2}$`, description };
}

function digitsOf(bytes: bigint): number {
  return Math.ceil((Number(bytes) * 4) / 3);
}

function listBounds(rules: RepeatedRules): Keywords {
  const { minItems, maxItems } = RepeatedRulesSchema.field;
  const keywords: Record<string, Json> = {};
  if (isFieldSet(rules, minItems)) keywords.minItems = Number(rules.minItems);
  if (isFieldSet(rules, maxItems)) keywords.maxItems = Number(rules.maxItems);
  if (rules.unique) keywords.uniqueItems = true;
  return keywords;
}

function mapBounds(rules: MapRules): Keywords {
  const { minPairs, maxPairs } = MapRulesSchema.field;
  const keywords: Record<string, Json> = {};
  if (isFieldSet(rules, minPairs)) keywords.minProperties = Number(rules.minPairs);
  if (isFieldSet(rules, maxPairs)) keywords.maxProperties = Number(rules.maxPairs);
  if (rules.keys) keywords.propertyNames = valueBounds(rules.keys);
  return keywords;
}

interface NumberRules {
  readonly greaterThan: { readonly case: 'gt' | 'gte' | undefined; readonly value?: number | undefined };
  readonly lessThan: { readonly case: 'lt' | 'lte' | undefined; readonly value?: number | undefined };
}

function numberBounds({ greaterThan, lessThan }: NumberRules): Keywords {
  const keywords: Record<string, Json> = {};
  if (greaterThan.case && greaterThan.value !== undefined) {
    keywords[greaterThan.case === 'gt' ? 'exclusiveMinimum' : 'minimum'] = greaterThan.value;
  }
  if (lessThan.case && lessThan.value !== undefined) {
    keywords[lessThan.case === 'lt' ? 'exclusiveMaximum' : 'maximum'] = lessThan.value;
  }
  return keywords;
}

const matching = /^this\.matches\('(.*)'\)$/;

/** The patterns of CEL rules that only match a pattern, in a list beside the field's `pattern`. */
function matchedPatterns({ cel }: FieldRules): Keywords {
  const patterns = cel.flatMap(({ expression }) => {
    const [, pattern] = matching.exec(expression) ?? [];
    return pattern === undefined ? [] : [{ pattern: pattern.replaceAll('\\\\', '\\') }];
  });
  return patterns.length > 0 ? { allOf: patterns } : {};
}

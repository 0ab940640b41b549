/**
 * Turns rules of buf.validate into keywords of JSON Schema. Rules without a keyword (CEL expressions) only show in the
 * server's answer.
 */
import { isFieldSet } from '@bufbuild/protobuf';
import {
  type FieldRules,
  type RepeatedRules,
  RepeatedRulesSchema,
  type StringRules,
  StringRulesSchema,
} from '@matinee/contract/gen/buf/validate/validate_pb.ts';
import type { Json } from './json.ts';

type Keywords = { [key: string]: Json };

/** The bounds that `rules` set, as keywords. */
export function boundsOf({ type }: FieldRules): Readonly<Keywords> {
  switch (type.case) {
    case 'string':
      return stringBounds(type.value);
    case 'repeated':
      return listBounds(type.value);
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
  const keywords: Keywords = {};
  if (isFieldSet(rules, minLen)) keywords.minLength = Number(rules.minLen);
  if (isFieldSet(rules, maxLen)) keywords.maxLength = Number(rules.maxLen);
  if (isFieldSet(rules, len)) keywords.minLength = keywords.maxLength = Number(rules.len);
  if (isFieldSet(rules, pattern) && isPortable(rules.pattern)) keywords.pattern = rules.pattern;
  if (rules.in.length > 0) keywords.enum = rules.in;
  return keywords;
}

/** Not every reader of the document supports Unicode classes in regular expressions: Python's `re` does not. */
function isPortable(pattern: string): boolean {
  return !pattern.includes('\\p{');
}

function listBounds(rules: RepeatedRules): Keywords {
  const { minItems, maxItems } = RepeatedRulesSchema.field;
  const keywords: Keywords = {};
  if (isFieldSet(rules, minItems)) keywords.minItems = Number(rules.minItems);
  if (isFieldSet(rules, maxItems)) keywords.maxItems = Number(rules.maxItems);
  if (rules.unique) keywords.uniqueItems = true;
  return keywords;
}

interface NumberRules {
  readonly greaterThan: { readonly case: 'gt' | 'gte' | undefined; readonly value?: number | undefined };
  readonly lessThan: { readonly case: 'lt' | 'lte' | undefined; readonly value?: number | undefined };
}

function numberBounds({ greaterThan, lessThan }: NumberRules): Keywords {
  const keywords: Keywords = {};
  if (greaterThan.case && greaterThan.value !== undefined) {
    keywords[greaterThan.case === 'gt' ? 'exclusiveMinimum' : 'minimum'] = greaterThan.value;
  }
  if (lessThan.case && lessThan.value !== undefined) {
    keywords[lessThan.case === 'lt' ? 'exclusiveMaximum' : 'maximum'] = lessThan.value;
  }
  return keywords;
}

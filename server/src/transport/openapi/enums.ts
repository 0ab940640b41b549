/** Schemas of enums: names in answers; in requests also the other spellings and the numbers that ProtoJSON accepts. */
import type { DescEnum, DescEnumValue } from '@bufbuild/protobuf';
import type { FieldRules } from '@matinee/contract/gen/buf/validate/validate_pb.ts';
import { acceptedValues, printedValue } from '@matinee/contract/naming.ts';
import type { Keywords } from './json.ts';

/**
 * The values that `rules` allow, as answers print them; answers omit the zero value. `rules` are those of the field, or
 * of the items of a list.
 */
export function usualEnum(desc: DescEnum, rules: FieldRules | undefined): Keywords {
  const values = allowedValues(desc, rules).filter(({ number }) => number !== 0);
  return { type: 'string', enum: values.map((value) => printedValue(desc, value)) };
}

/** The same values, and the other ways to write them in a request. */
export function acceptedEnum(desc: DescEnum, rules: FieldRules | undefined): Keywords {
  const values = allowedValues(desc, rules);
  const usual = usualEnum(desc, rules);
  const spellings = values.flatMap((value) => acceptedValues(desc, value));
  const others = spellings.filter((name) => !(usual.enum as readonly string[]).includes(name));
  const numbers = values.map(({ number }) => number);
  const description = 'Other spellings of the same values.';
  return { anyOf: [usual, { description, enum: [...new Set([...others, ...numbers])] }] };
}

function allowedValues(desc: DescEnum, rules: FieldRules | undefined): readonly DescEnumValue[] {
  if (rules?.type.case !== 'enum') return desc.values;
  const { in: only, notIn } = rules.type.value;
  return desc.values.filter(({ number }) => !notIn.includes(number) && (only.length === 0 || only.includes(number)));
}

/** Which fields a request must have, and which ones an answer always has. */
import type { DescField } from '@bufbuild/protobuf';
import type { FieldRules } from '@matinee/contract/gen/buf/validate/validate_pb.ts';
import { rulesOf } from './bounds.ts';

/** True if every answer has the field: it has no presence, and it is not an enum, whose zero value is omitted. */
export function isPrintedAlways(field: DescField): boolean {
  if (field.fieldKind === 'list' || field.fieldKind === 'map') return true;
  return field.fieldKind === 'scalar' && !field.oneof && !field.proto.proto3Optional;
}

/** True if a request without the field is refused: it is required, or its rules refuse the default value. */
export function isNeeded(field: DescField): boolean {
  const rules = rulesOf(field);
  if (!rules) return false;
  if (rules.required) return true;
  const hasPresence = field.proto.proto3Optional || field.oneof !== undefined || field.fieldKind === 'message';
  return !hasPresence && refusesZero(rules);
}

function refusesZero({ type }: FieldRules): boolean {
  switch (type.case) {
    case 'string': {
      const { minLen, len, pattern, in: allowed } = type.value;
      const mismatches = pattern !== '' && !new RegExp(pattern, 'u').test('');
      return minLen > 0n || len > 0n || mismatches || (allowed.length > 0 && !allowed.includes(''));
    }
    case 'bytes':
      return type.value.minLen > 0n || type.value.len > 0n;
    case 'repeated':
      return type.value.minItems > 0n;
    case 'enum': {
      const { in: allowed, notIn } = type.value;
      return notIn.includes(0) || (allowed.length > 0 && !allowed.includes(0));
    }
    case 'int32':
    case 'uint32':
    case 'double':
    case 'float': {
      const { value = 0, case: kind } = type.value.greaterThan;
      return kind === 'gt' ? value >= 0 : value > 0;
    }
    default:
      return false;
  }
}

/** The well-known messages that protobuf-es represents by plain values. */
import type { DescField, ScalarType } from '@bufbuild/protobuf';
import { isWrapperDesc } from '@bufbuild/protobuf/wkt';

/** The scalar that represents a wrapper message (`google.protobuf.StringValue`) in singular fields outside a oneof. */
export function wrappedField(
  field: DescField & { fieldKind: 'message' },
): { readonly name: string; readonly scalar: ScalarType } | undefined {
  if (field.oneof || !isWrapperDesc(field.message)) return undefined;
  const value = field.message.fields[0];
  return value?.fieldKind === 'scalar' ? value : undefined;
}

/** True for fields of type `google.protobuf.Struct`: their value is the JSON object itself. */
export function holdsPlainObject(field: DescField): boolean {
  return field.message?.typeName === 'google.protobuf.Struct' && field.parent.typeName !== 'google.protobuf.Value';
}

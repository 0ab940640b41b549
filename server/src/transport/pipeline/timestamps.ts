/**
 * Checks timestamps in requests. The JSON reader already checks those in JSON; binary messages can contain any number.
 */
import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import { type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { printedName } from '@matinee/contract/naming.ts';

/**
 * From 0001-01-01T00:00:00Z to 9999-12-31T23:59:59.999999999Z (google/protobuf/timestamp.proto), the range that JSON
 * and databases can represent.
 */
const firstSecond = -62_135_596_800n;
const lastSecond = 253_402_300_799n;
const maxNanos = 999_999_999;

type Fields = Record<string, unknown>;

/** Message types that contain a timestamp at any depth, each with the fields that lead to one. */
const leading = new WeakMap<DescMessage, readonly DescField[]>();

function fieldsToTimes(desc: DescMessage): readonly DescField[] {
  const known = leading.get(desc);
  if (known) return known;
  // Ends the recursion at a message type that contains itself: none of ours has a timestamp in its inner messages.
  leading.set(desc, []);
  const found = desc.fields.filter(
    ({ message }) => message && (message.typeName === TimestampSchema.typeName || fieldsToTimes(message).length > 0),
  );
  leading.set(desc, found);
  return found;
}

/** JSON name of the first field with an invalid timestamp; undefined if there is none. */
export function findBadTimestamp(desc: DescMessage, message: Message): string | undefined {
  if (desc.typeName === TimestampSchema.typeName) {
    const { seconds, nanos } = message as Timestamp;
    return seconds < firstSecond || seconds > lastSecond || nanos < 0 || nanos > maxNanos ? '' : undefined;
  }
  for (const field of fieldsToTimes(desc)) {
    for (const value of valuesOf(field, message as unknown as Fields)) {
      const bad = findBadTimestamp(field.message!, value);
      if (bad !== undefined) return bad === '' ? printedName(field) : `${printedName(field)}.${bad}`;
    }
  }
  return undefined;
}

function valuesOf(field: DescField, fields: Fields): Message[] {
  const holder = field.oneof ? (fields[field.oneof.localName] as { case?: string; value?: unknown }) : undefined;
  const value = holder ? (holder.case === field.localName ? holder.value : undefined) : fields[field.localName];
  if (value === undefined) return [];
  if (field.fieldKind === 'list') return value as Message[];
  return field.fieldKind === 'map' ? Object.values(value as Record<string, Message>) : [value as Message];
}

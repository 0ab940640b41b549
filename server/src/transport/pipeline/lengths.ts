/**
 * Checks the lengths of texts, bytes and lists before all other rules, because those read every character and every
 * item. [TR37]
 */
import { type DescField, type DescMessage, getOption, hasOption, type Message } from '@bufbuild/protobuf';
import { field as rulesOf } from '@matinee/contract/gen/buf/validate/validate_pb.ts';
import { printedName } from '@matinee/contract/naming.ts';
import type { FieldViolation, Reason } from '@matinee/contract/reasons.ts';

/** A field with a length to check, of its value or inside it. */
interface Bound {
  readonly field: DescField;
  /** Maximum number of items, bytes or UTF-16 units; undefined: only the contents are checked. */
  readonly most: number | undefined;
  readonly tooLong: Reason | undefined;
  /** The message type of the value or its items, if it has limits inside. */
  readonly inner: DescMessage | undefined;
}

type Fields = Record<string, unknown>;

const compiled = new WeakMap<DescMessage, readonly Bound[]>();

/**
 * Finds the first value that is far longer than its rule allows; undefined if there is none. It counts texts in UTF-16
 * units, of which a character has at most two. So a text that passes may still be too long, but is short enough for the
 * rule itself to check.
 */
export function findTooLong(desc: DescMessage, message: Message, path = ''): FieldViolation | undefined {
  for (const { field, most, tooLong, inner } of boundsOf(desc)) {
    const value = heldBy(field, message as unknown as Fields);
    if (value === undefined) continue;
    const name = `${path}${printedName(field)}`;
    if (most !== undefined && tooLong && (value as ArrayLike<unknown>).length > most)
      return { field: name, ...tooLong };
    if (!inner) continue;
    if (field.fieldKind !== 'list') {
      const found = findTooLong(inner, value as Message, `${name}.`);
      if (found) return found;
      continue;
    }
    for (const [index, item] of (value as Message[]).entries()) {
      const found = findTooLong(inner, item, `${name}[${index}].`);
      if (found) return found;
    }
  }
  return undefined;
}

function boundsOf(desc: DescMessage): readonly Bound[] {
  const known = compiled.get(desc);
  if (known) return known;
  // Ends the recursion at a message type that contains itself: the size limit of the whole request limits the inner
  // messages.
  compiled.set(desc, []);
  const bounds = desc.fields.flatMap((field) => toBound(field) ?? []);
  compiled.set(desc, bounds);
  return bounds;
}

function toBound(field: DescField): Bound | undefined {
  const inner =
    field.message && field.fieldKind !== 'map' && boundsOf(field.message).length > 0 ? field.message : undefined;
  const limit = hasOption(field, rulesOf) ? limitOf(field) : undefined;
  if (!inner && !limit) return undefined;
  return { field, most: limit?.most, tooLong: limit?.tooLong, inner };
}

function limitOf(field: DescField): { most: number; tooLong: Reason } | undefined {
  const { type } = getOption(field, rulesOf);
  switch (type.case) {
    case 'string': {
      const { maxLen, len } = type.value;
      const most = len || maxLen;
      return most > 0n ? limit('string.max_len', most, 'characters', 2) : undefined;
    }
    case 'bytes': {
      const { maxLen, len } = type.value;
      const most = len || maxLen;
      return most > 0n ? limit('bytes.max_len', most, 'bytes') : undefined;
    }
    case 'repeated': {
      const { maxItems } = type.value;
      return maxItems > 0n ? limit('repeated.max_items', maxItems, 'items') : undefined;
    }
    default:
      return undefined;
  }
}

function limit(rule: string, most: bigint, what: string, unitsEach = 1): { most: number; tooLong: Reason } {
  const tooLong = { reason: rule, description: `must have at most ${most} ${what}` };
  return { most: Number(most) * unitsEach, tooLong };
}

function heldBy(field: DescField, fields: Fields): unknown {
  if (!field.oneof) return fields[field.localName];
  const holder = fields[field.oneof.localName] as { case?: string; value?: unknown };
  return holder.case === field.localName ? holder.value : undefined;
}

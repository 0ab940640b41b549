/**
 * Checks the lengths of texts, bytes and lists before all other rules, because those read every character and every
 * item. [TR37]
 */
import { type DescField, type DescMessage, getOption, hasOption, type Message } from '@bufbuild/protobuf';
import { field as rulesOf } from '@matinee/contract/gen/buf/validate/validate_pb.ts';
import { printedName } from '@matinee/contract/naming.ts';
import type { FieldViolation } from '../../kernel/errors.ts';

/** A field whose value, or whose contents, has a length to check. */
interface Bound {
  readonly field: DescField;
  /** Most items, bytes or UTF-16 units; undefined: only the contents count. */
  readonly most: number | undefined;
  readonly reason: string;
  readonly rule: string;
  /** The value or its items, when they have limits of their own. */
  readonly inner: DescMessage | undefined;
}

type Fields = Record<string, unknown>;

const compiled = new WeakMap<DescMessage, readonly Bound[]>();

/**
 * Finds the first value that is far longer than its rule allows; undefined when there is none. It counts texts in
 * UTF-16 units, and a character has at most two. So a text that passes may still be too long: the rule itself then
 * decides, on a text that is short enough to check.
 */
export function findTooLong(desc: DescMessage, message: Message, path = ''): FieldViolation | undefined {
  for (const { field, most, reason, rule, inner } of boundsOf(desc)) {
    const value = heldBy(field, message as unknown as Fields);
    if (value === undefined) continue;
    const name = `${path}${printedName(field)}`;
    if (most !== undefined && (value as ArrayLike<unknown>).length > most) return { field: name, reason, rule };
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
  // This stops at a message type that contains itself: the size of the whole request limits the inner messages.
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
  return { field, most: limit?.most, reason: limit?.reason ?? '', rule: limit?.rule ?? '', inner };
}

function limitOf(field: DescField): { most: number; reason: string; rule: string } | undefined {
  const { type } = getOption(field, rulesOf);
  switch (type.case) {
    case 'string': {
      const { maxLen, len } = type.value;
      const most = len || maxLen;
      return most > 0n
        ? { most: Number(most) * 2, reason: `must have at most ${most} characters`, rule: 'string.max_len' }
        : undefined;
    }
    case 'bytes': {
      const { maxLen, len } = type.value;
      const most = len || maxLen;
      return most > 0n
        ? { most: Number(most), reason: `must have at most ${most} bytes`, rule: 'bytes.max_len' }
        : undefined;
    }
    case 'repeated': {
      const { maxItems } = type.value;
      return maxItems > 0n
        ? { most: Number(maxItems), reason: `must have at most ${maxItems} items`, rule: 'repeated.max_items' }
        : undefined;
    }
    default:
      return undefined;
  }
}

function heldBy(field: DescField, fields: Fields): unknown {
  if (!field.oneof) return fields[field.localName];
  const holder = fields[field.oneof.localName] as { case?: string; value?: unknown };
  return holder.case === field.localName ? holder.value : undefined;
}

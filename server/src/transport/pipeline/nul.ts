import type { DescMessage, Message } from '@bufbuild/protobuf';
import { printedName } from '@matinee/contract/naming.ts';

/**
 * Printed name of the first field of `message` with a NUL character anywhere in it, or undefined. JSON and protobuf allow it in
 * text, PostgreSQL stores it in neither text nor jsonb, and nobody types it. Pure.
 */
export function findNul(desc: DescMessage, message: Message): string | undefined {
  const fields = message as unknown as Record<string, unknown>;
  const field = desc.fields.find((candidate) => holdsNul(fields[candidate.oneof?.localName ?? candidate.localName]));
  return field && printedName(field);
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  if (Array.isArray(value)) return value.some(holdsNul);
  return Object.entries(value).some(([name, inner]) => name.includes('\0') || (name !== '$unknown' && holdsNul(inner)));
}

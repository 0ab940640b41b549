/** Byte ranges (RFC 9110, section 14). Pure. */

/** A requested range: the last `suffix` bytes, or from `start` to `end`, both included. */
export type RequestedRange = { readonly suffix: number } | { readonly start: number; readonly end: number | undefined };

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The single range of a `Range` header. Undefined for no range, several ranges or an invalid one: a server then answers
 * with the whole body (section 14.2).
 */
export function parseRange(header: string | undefined): RequestedRange | undefined {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') return safe(Number(last)) ? { suffix: Number(last) } : undefined;
  const start = Number(first);
  const end = last === '' ? undefined : Number(last);
  if (!safe(start) || (end !== undefined && end < start)) return undefined;
  return { start, end: end !== undefined && safe(end) ? end : undefined };
}

/** The bytes that a range selects in a body of `size` bytes. Undefined: none, which is answered with 416. */
export function rangeIn(asked: RequestedRange, size: number): ByteRange | undefined {
  if ('suffix' in asked) {
    return asked.suffix === 0 || size === 0 ? undefined : { start: Math.max(0, size - asked.suffix), end: size - 1 };
  }
  if (asked.start >= size) return undefined;
  return { start: asked.start, end: Math.min(asked.end ?? size - 1, size - 1) };
}

/** The content of a `Content-Range` header. `size` undefined: the server does not know it. */
export interface ContentRange extends ByteRange {
  readonly size: number | undefined;
}

/** Undefined for a header that is not a byte range. */
export function parseContentRange(header: string | undefined): ContentRange | undefined {
  const [, first, last, whole] = /^bytes[ \t]+(\d+)-(\d+)\/(\d+|\*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined) return undefined;
  const [start, end, size] = [Number(first), Number(last), whole === '*' ? undefined : Number(whole)];
  if (!safe(start) || !safe(end) || end < start || (size !== undefined && (!safe(size) || end >= size)))
    return undefined;
  return { start, end, size };
}

function safe(value: number): boolean {
  return Number.isSafeInteger(value);
}

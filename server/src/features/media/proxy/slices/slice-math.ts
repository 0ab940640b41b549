/** Arithmetic of slices: a body is cut into pieces of equal length, but the last one may be shorter. Pure. [SC1] */
import type { ByteRange } from '../../../../kernel/http/ranges.ts';

/** Length of a slice, in bytes: short enough for a seek, long enough that a film has few files. */
export const sliceBytes = 2 * 1_024 * 1_024;

/** A part of one slice: bytes `from` to `to` (excluded), counted from the start of the slice. */
export interface SlicePart {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/** Where a slice begins and ends in the body, both included. */
export function placeOf(index: number, size: number, unit = sliceBytes): ByteRange {
  return { start: index * unit, end: Math.min((index + 1) * unit, size) - 1 };
}

/** Undefined for a slice that a body of `size` bytes does not have. */
export function lengthOfSlice(index: number, size: number, unit = sliceBytes): number | undefined {
  const { start, end } = placeOf(index, size, unit);
  return index >= 0 && start < size ? end - start + 1 : undefined;
}

/** The parts of slices that make up a range, in order. */
export function* partsOf({ start, end }: ByteRange, unit = sliceBytes): Generator<SlicePart> {
  for (let index = Math.floor(start / unit); index * unit <= end; index++) {
    const origin = index * unit;
    yield { index, from: Math.max(start - origin, 0), to: Math.min(end + 1 - origin, unit) };
  }
}

import { Refusal } from '../image-refusal.ts';

/** The bytes from `start` to before `end`. @throws Refusal `damaged` if the file ends earlier. */
export function slice(bytes: Buffer, start: number, end: number): Buffer {
  if (start < 0 || end < start || end > bytes.length) throw new Refusal('damaged');
  return bytes.subarray(start, end);
}

/** @throws Refusal `damaged` if the file ends within the number. */
export function uint(bytes: Buffer, at: number, length: number): number {
  if (length === 0) return 0;
  if (length <= 6) return slice(bytes, at, at + length).readUIntBE(0, length);
  const value = Number(slice(bytes, at, at + 8).readBigUInt64BE());
  if (!Number.isSafeInteger(value)) throw new Refusal('damaged');
  return value;
}

export function text(bytes: Buffer, at: number, length: number): string {
  return slice(bytes, at, at + length).toString('latin1');
}

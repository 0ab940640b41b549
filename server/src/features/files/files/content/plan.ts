/** Splits files into parts, and computes the digest of the parts. Pure. [FI2] */
import { createHash } from 'node:crypto';
import type { PlannedPart } from '../backends/file-backend.ts';

/** Size of every part but the last, in bytes. */
export const partSizeBytes = 8 * 1_048_576;

/** The parts of a file, without their digests. */
export function planParts(sizeBytes: number, partSize: number): Omit<PlannedPart, 'sha256'>[] {
  return Array.from({ length: Math.ceil(sizeBytes / partSize) }, (_, place) => {
    const offsetBytes = place * partSize;
    return { partNumber: place + 1, offsetBytes, sizeBytes: Math.min(partSize, sizeBytes - offsetBytes) };
  });
}

/** The planned parts with their digests, in order. */
export function partsOf(sizeBytes: number, partSize: number, digests: readonly string[]): PlannedPart[] {
  return planParts(sizeBytes, partSize).map((part, place) => ({ ...part, sha256: digests[place]! }));
}

/** Identifies the content of a file, in hexadecimal digits. Equal files with equal part sizes have the same digest. */
export function manifestDigest(sizeBytes: number, partSize: number, parts: readonly PlannedPart[]): string {
  const hash = createHash('sha256').update('service-file-part-manifest-sha256-v1\0');
  hash.update(int64(sizeBytes)).update(int64(partSize)).update(int64(parts.length));
  for (const part of parts) hash.update(int32(part.partNumber)).update(int64(part.sizeBytes)).update(part.sha256);
  return hash.digest('hex');
}

/** Big-endian. */
export function int64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}

/** Big-endian. */
export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

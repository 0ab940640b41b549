/**
 * The proof that a person has the bytes of a file: a digest over ranges that only an owner of the bytes can read. [FI5]
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../../../kernel/random.ts';
import type { FileBackend } from '../backends/file-backend.ts';
import { int32, int64 } from './plan.ts';

/** A range of the stored bytes for the proof. */
export interface ProofRange {
  readonly offset: number;
  readonly length: number;
}

/** The inputs of a proof. */
export interface Challenge {
  readonly nonce: string;
  readonly ranges: readonly ProofRange[];
  readonly manifestSha256: string;
  readonly sizeBytes: number;
}

const rangeCount = 3;
const longestRange = 65_536;

/** Three random ranges of the file, in order. They may overlap in a short file. */
export function drawRanges(random: Random, sizeBytes: number): ProofRange[] {
  const length = Math.min(longestRange, sizeBytes);
  const drawn = Array.from({ length: rangeCount }, () => ({
    offset: drawBelow(random, sizeBytes - length + 1),
    length,
  }));
  return drawn.sort((a, b) => a.offset - b.offset);
}

/** Uses 48 bits, while the largest file needs 26, so that all numbers are practically equally likely. */
function drawBelow(random: Random, limit: number): number {
  return random.bytes(6).readUIntBE(0, 6) % limit;
}

/** Whether `given` is the digest over the ranges of the stored bytes. */
export async function isProof(
  given: string,
  challenge: Challenge,
  backend: FileBackend,
  location: string,
): Promise<boolean> {
  const hash = createHash('sha256').update('service-file-ownership-proof-v1\0');
  hash.update(`${challenge.nonce}\0`).update(challenge.manifestSha256);
  hash.update(int64(challenge.sizeBytes)).update(int64(challenge.ranges.length));
  for (const { offset, length } of challenge.ranges) {
    hash.update(int64(offset)).update(int32(length));
    for await (const piece of backend.read(location, { start: offset, end: offset + length - 1 })) hash.update(piece);
  }
  const expected = hash.digest();
  const proof = Buffer.from(given, 'hex');
  return proof.length === expected.length && timingSafeEqual(proof, expected);
}

/** The proof that somebody has the bytes of a file: a digest over ranges that only who has them can read. [FI5] */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../../../kernel/random.ts';
import type { FileBackend } from '../backends/file-backend.ts';
import { int32, int64 } from './plan.ts';

/** Bytes that belong into the proof, as they are stored. */
export interface ProofRange {
  readonly offset: number;
  readonly length: number;
}

/** What a proof is made for. */
export interface Challenge {
  readonly nonce: string;
  readonly ranges: readonly ProofRange[];
  readonly manifestSha256: string;
  readonly sizeBytes: number;
}

const rangeCount = 3;
const longestRange = 65_536;

/** Three ranges anywhere in the file, in its order. They may overlap where the file is short. */
export function drawRanges(random: Random, sizeBytes: number): ProofRange[] {
  const length = Math.min(longestRange, sizeBytes);
  const drawn = Array.from({ length: rangeCount }, () => ({
    offset: drawBelow(random, sizeBytes - length + 1),
    length,
  }));
  return drawn.sort((a, b) => a.offset - b.offset);
}

/** 48 bits, of which the largest file takes 26: no number is drawn noticeably more often. */
function drawBelow(random: Random, limit: number): number {
  return random.bytes(6).readUIntBE(0, 6) % limit;
}

/** Whether `given` is the digest over the ranges as the backend has them. */
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

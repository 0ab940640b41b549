/** The fingerprint of a file. It tells whether two people have the same file (`OwnCopySource` of the contract). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const rangeBytes = 262_144;
const ranges = 5;

/** The ranges that are read of a file of `size` bytes: first byte, and last byte (not included). Pure. [WOC1] */
export function rangesOf(size: number): readonly (readonly [number, number])[] {
  if (size <= rangeBytes * ranges) return [[0, size]];
  return Array.from({ length: ranges }, (_, k) => {
    const start = Math.floor(((size - rangeBytes) * k) / (ranges - 1));
    return [start, start + rangeBytes];
  });
}

/**
 * SHA-256 in hex over the ranges of a file. Done in script: browsers have no `crypto.subtle` on pages without TLS.
 * [WOC1]
 */
export async function fingerprintOf(file: Blob): Promise<string> {
  const hash = sha256.create();
  for (const [start, end] of rangesOf(file.size)) {
    const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
    if (bytes.length !== end - start) throw new Error('the file became shorter while it was read');
    hash.update(bytes);
  }
  return bytesToHex(hash.digest());
}

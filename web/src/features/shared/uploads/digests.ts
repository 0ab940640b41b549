import type { FileOwnershipProofRange, FileUploadManifestPart, FileUploadPlanPart } from '@matinee/contract/gen/api.ts';

/** Bytes hashed without a pause in browsers without built-in digests: about 5 ms on a phone. */
const stepBytes = 262_144;

/**
 * SHA-256 as lower-case hexadecimal digits. Browsers offer their own digest, which does not block the page, only on
 * pages of https.
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = globalThis.crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : await sha256InSteps(bytes);
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 in steps; the page can work between them. */
export async function sha256InSteps(bytes: Uint8Array): Promise<Uint8Array> {
  const hash = (await import('@noble/hashes/sha2.js')).sha256.create();
  for (let offset = 0; offset < bytes.length; offset += stepBytes) {
    hash.update(bytes.subarray(offset, offset + stepBytes));
    await new Promise((resume) => setTimeout(resume));
  }
  return hash.digest();
}

/** The digest of every part of the plan. Reads one part into memory at a time. */
export async function digestParts(
  file: Blob,
  plan: readonly FileUploadPlanPart[],
  signal: AbortSignal,
): Promise<readonly FileUploadManifestPart[]> {
  const manifest: FileUploadManifestPart[] = [];
  for (const { part_number, offset_bytes, size_bytes } of plan) {
    signal.throwIfAborted();
    const bytes = await readRange(file, offset_bytes, size_bytes);
    manifest.push({ part_number, size_bytes, sha256: await sha256(bytes) });
  }
  return manifest;
}

/** The server's challenge: the page must prove that it has these ranges of the file. */
export interface ProofChallenge {
  readonly nonce: string;
  readonly manifestSha256: string;
  readonly ranges: readonly FileOwnershipProofRange[];
}

/** The proof that this page has the bytes of the file (contract, upload protocol, step 5). */
export async function proofOf(file: Blob, { nonce, manifestSha256, ranges }: ProofChallenge): Promise<string> {
  const pieces: Uint8Array[] = [
    text(`service-file-ownership-proof-v1\0${nonce}\0${manifestSha256}`),
    int64(file.size),
    int64(ranges.length),
  ];
  for (const { offset, length } of ranges)
    pieces.push(int64(offset), int64(length).subarray(4), await readRange(file, offset, length));
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return sha256(whole);
}

async function readRange(file: Blob, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

/** Big-endian. */
function int64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
  return bytes;
}

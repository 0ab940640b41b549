import { createHash } from 'node:crypto';
import type { FileBackend, PlannedPart } from '../backends/file-backend.ts';
import { storeParts } from '../backends/store-parts.ts';
import { manifestDigest, planParts } from '../content/plan.ts';

/** Bytes in one backend. */
export interface CopiedContent {
  readonly location: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly partSizeBytes: number;
  readonly manifestSha256: string;
}

/**
 * Copies bytes to `location` of another backend, part by part. Checks by digest that it reads the uploaded bytes, and
 * that the other backend stores the bytes that were read. Holds one part in memory. @throws Error if either check
 * fails.
 */
export async function copyBytes(
  from: FileBackend,
  to: FileBackend,
  content: CopiedContent,
  location: string,
  signal: AbortSignal,
): Promise<void> {
  const { mimeType, sizeBytes } = content;
  const parts = await readManifest(from, content, signal);
  await storeParts(to, { location, mimeType, sizeBytes, parts }, async (part) => {
    signal.throwIfAborted();
    const bytes = await readPart(from, content.location, part, signal);
    if (digestOf(bytes) !== part.sha256) throw new Error('the bytes have changed while they were copied');
    return bytes;
  });
}

/** The parts with their digests. @throws Error if the stored bytes differ from the uploaded ones. */
async function readManifest(from: FileBackend, content: CopiedContent, signal: AbortSignal): Promise<PlannedPart[]> {
  const { location, sizeBytes, partSizeBytes, manifestSha256 } = content;
  const parts: PlannedPart[] = [];
  for (const part of planParts(sizeBytes, partSizeBytes)) {
    signal.throwIfAborted();
    parts.push({ ...part, sha256: digestOf(await readPart(from, location, part, signal)) });
  }
  if (manifestDigest(sizeBytes, partSizeBytes, parts) !== manifestSha256)
    throw new Error('the stored bytes are not those that were uploaded');
  return parts;
}

async function readPart(
  from: FileBackend,
  location: string,
  { offsetBytes, sizeBytes }: Pick<PlannedPart, 'offsetBytes' | 'sizeBytes'>,
  signal: AbortSignal,
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  let filled = 0;
  const range = { start: offsetBytes, end: offsetBytes + sizeBytes - 1 };
  for await (const piece of from.read(location, range, signal)) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  if (filled !== sizeBytes) throw new Error('the stored bytes are shorter than they were');
  return bytes;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

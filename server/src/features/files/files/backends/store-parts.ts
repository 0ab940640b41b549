import type { FileBackend, NewBlob, OpenBlob, PlannedPart } from './file-backend.ts';

/**
 * Stores bytes that this server has, part by part, and checks that the backend has stored them as planned. Holds one
 * part in memory.
 * @throws Error if the stored parts differ.
 */
export async function storeParts(
  to: FileBackend,
  blob: NewBlob,
  bytesOf: (part: PlannedPart) => Promise<Buffer>,
): Promise<void> {
  const open: OpenBlob = { ...blob, handle: await to.begin(blob) };
  for (const part of blob.parts) {
    const bytes = await bytesOf(part);
    if (to.parts.by === 'url') await to.parts.putOwn(open, part, bytes);
    else await to.parts.put(open, part, oneOf(bytes));
  }
  await to.complete(open, await requireAll(to, open));
  await requireAll(to, open);
}

async function requireAll(to: FileBackend, blob: OpenBlob) {
  const stored = await to.storedParts(blob);
  const isWhole =
    stored.length === blob.parts.length &&
    blob.parts.every(
      ({ sha256, sizeBytes }, at) => stored[at]!.sha256 === sha256 && stored[at]!.sizeBytes === sizeBytes,
    );
  if (!isWhole) throw new Error('what is stored is not what was sent there');
  return stored;
}

async function* oneOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

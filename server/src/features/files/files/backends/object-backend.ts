/**
 * Stores the bytes of files in an object store. Clients send parts to it at signed URLs, and the store's own checksums
 * show which parts have arrived. The server loads no bytes to complete a file. [FI30]–[FI34]
 */
import { createHash } from 'node:crypto';
import type { ObjectStorage, Upload } from '../../../../drivers/object-storage/object-storage.ts';
import { StorageFailed } from '../../../../drivers/object-storage/storage-failed.ts';
import type { AppError } from '../../../../kernel/errors.ts';
import { filesErrors } from '../files.errors.ts';
import type { ByteRange, FileBackend, NewBlob, OpenBlob, StoredPart } from './file-backend.ts';

/** The keys in `objects` are locations. */
export function makeObjectBackend(objects: ObjectStorage): FileBackend {
  return {
    name: 'object_storage',
    parts: {
      by: 'url',
      sign: (blob, parts, expiresAtMs) =>
        Promise.all(
          parts.map(async (part) => {
            const { url, headers } = await objects.signPart(uploadOf(blob), part, expiresAtMs);
            return { partNumber: part.partNumber, url, headers };
          }),
        ),
      putOwn: (blob, part, bytes) => telling(objects.putPart(uploadOf(blob), part, bytes)),
    },
    begin: ({ location, mimeType }) => telling(objects.beginUpload(location, mimeType)),
    storedParts: (blob) => telling(storedParts(objects, blob)),
    complete: (blob, parts) => telling(complete(objects, blob, parts), filesErrors.part_missing),
    read: (location, range, signal) => read(objects, location, range, signal),
    write: (location, bytes, mimeType) =>
      telling(objects.put(location, bytes, createHash('sha256').update(bytes).digest('hex'), mimeType)),
    remove: (location) => telling(objects.remove(location)),
  };
}

function uploadOf({ location, handle }: OpenBlob): Upload {
  return { key: location, uploadId: handle };
}

/**
 * The parts of the blob. After completion, the store only knows the whole object: if it matches the plan, all parts are
 * there. [FI32]
 */
async function storedParts(objects: ObjectStorage, blob: OpenBlob): Promise<readonly StoredPart[]> {
  try {
    return await objects.listParts(uploadOf(blob));
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    if (!(await isWhole(objects, blob))) return [];
    return blob.parts.map(({ partNumber, sizeBytes, sha256 }) => ({ partNumber, sizeBytes, sha256, etag: '' }));
  }
}

async function complete(objects: ObjectStorage, blob: OpenBlob, parts: readonly StoredPart[]): Promise<void> {
  if (parts.some(({ etag }) => etag === '')) return;
  await objects.completeUpload(uploadOf(blob), parts, blob.sizeBytes);
}

async function isWhole(objects: ObjectStorage, blob: NewBlob): Promise<boolean> {
  const found = await objects.find(blob.location);
  return found?.sizeBytes === blob.sizeBytes && found.checksum === checksumOf(blob);
}

/**
 * The checksum of a multipart object, in the store's format: the SHA-256 of the parts' digests, a hyphen, and the
 * number of parts.
 */
function checksumOf({ parts }: Pick<NewBlob, 'parts'>): string {
  const hash = createHash('sha256');
  for (const { sha256 } of parts) hash.update(sha256, 'hex');
  return `${hash.digest('base64')}-${parts.length}`;
}

async function* read(
  objects: ObjectStorage,
  location: string,
  range: ByteRange,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  try {
    yield* objects.read(location, range, signal);
  } catch (cause) {
    throw toAppError(cause, filesErrors.bytes_missing);
  }
}

async function telling<T>(work: Promise<T>, missing: () => AppError = filesErrors.bytes_missing): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw toAppError(cause, missing);
  }
}

function toAppError(cause: unknown, missing: () => AppError): unknown {
  if (!(cause instanceof StorageFailed)) return cause;
  return isMissing(cause) ? missing() : filesErrors.storage_unavailable();
}

function isMissing(cause: unknown): boolean {
  return cause instanceof StorageFailed && cause.reason === 'missing';
}

import { createHash } from 'node:crypto';
import type { ObjectStorage, UploadedPart } from '../../../../drivers/object-storage/object-storage.ts';
import type { BackupTarget } from './backup-target.ts';

/** A prefix beside the files of the service, whose keys have no slash. */
const prefix = 'backups/';
/** Bytes of a part. An upload has at most 10 000 parts (Amazon S3 user guide, "multipart upload limits"). */
const partBytes = 8 * 1024 * 1024;

/**
 * Archives in the object store of the service. The store shows an object only when its upload is complete, and verifies
 * the checksum of each part. [BU2] [BU6]
 */
export function objectTarget(storage: ObjectStorage): BackupTarget {
  const keyOf = (name: string) => prefix + name;
  return {
    kind: 'object_storage',
    list: async () => (await storage.list(prefix)).map((key) => key.slice(prefix.length)),
    async write(name, bytes) {
      const key = keyOf(name);
      const upload = { key, uploadId: await storage.beginUpload(key, 'application/gzip') };
      try {
        const parts: UploadedPart[] = [];
        let sizeBytes = 0;
        for await (const part of inParts(bytes)) {
          const sha256 = createHash('sha256').update(part).digest('hex');
          parts.push(
            await storage.putPart(upload, { partNumber: parts.length + 1, sizeBytes: part.length, sha256 }, part),
          );
          sizeBytes += part.length;
        }
        await storage.completeUpload(upload, parts, sizeBytes);
      } catch (cause) {
        await storage.remove(key).catch(() => undefined);
        throw cause;
      }
    },
    remove: (name) => storage.remove(keyOf(name)),
    discard: (name) => storage.remove(keyOf(name)),
  };
}

async function* inParts(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length < partBytes) continue;
    const all = Buffer.concat(pieces);
    yield all.subarray(0, partBytes);
    pieces = [all.subarray(partBytes)];
    length = all.length - partBytes;
  }
  if (length > 0) yield Buffer.concat(pieces);
}

/**
 * Strips pictures of their metadata before others see them. The file gets the remaining bytes under their own digest,
 * and the uploaded bytes are freed. Pictures without metadata stay unchanged. [FI50] [FI51] [FI52]
 */
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { ImageRefused } from '../../../../drivers/images/image-refused.ts';
import type { PreparedImage } from '../../../../drivers/images/image-worker.ts';
import type { Images } from '../../../../drivers/images/images.ts';
import { dateOf } from '../../../../kernel/clock.ts';
import { makeFairSlots } from '../../../../kernel/queues/fair-slots.ts';
import type { PlannedPart } from '../backends/file-backend.ts';
import { storeParts } from '../backends/store-parts.ts';
import { manifestDigest, planParts } from '../content/plan.ts';
import { filesErrors } from '../files.errors.ts';
import * as store from '../files.store.ts';
import type { UploadParts } from '../uploads/parts.ts';
import type { PictureFiles } from './picture-files.ts';
import type { NewContent, Stripping } from './picture-work.ts';

type Parts = Pick<UploadParts, 'db' | 'clock' | 'ids' | 'backends'> & {
  readonly images: Pick<Images, 'prepare'>;
  readonly files: PictureFiles;
};

/** Maximum number of pictures on disk at a time. Each takes at most 100 MiB, including its stripped copy. */
const atOnce = 4;
/** Maximum number of waiting uploads. Further ones are refused and told to retry. */
const maxWaiting = 60;
const retryAfterSeconds = 5;
/** When stored bytes that never became a file, because the server was killed, are freed, in milliseconds. */
const givenUpMs = 86_400_000;

export function makeStripping(parts: Parts): Stripping {
  const running = new Map<string, Promise<NewContent>>();
  const refusal = () => filesErrors.pictures_busy({ retryAfterSeconds });
  const inSlot = makeFairSlots({ atOnce, maxWaiting, refusal });
  return {
    // Concurrent completions of one upload share the work.
    strip(upload) {
      const begun = running.get(upload.id) ?? inSlot(upload.owner_id, () => stripOne(parts, upload));
      running.set(upload.id, begun);
      return begun.finally(() => running.delete(upload.id));
    },
  };
}

async function stripOne(parts: Parts, upload: store.UploadRow): Promise<NewContent> {
  const { backends, files, images } = parts;
  const from = { backend: backends.named(upload.backend), location: upload.location, sizeBytes: upload.size_bytes };
  return files.hold(from, async (path, strippedPath) => {
    const { seen, isStripped } = await prepare(images, path, strippedPath);
    const known = {
      detected_type: seen?.facts.type ?? upload.mime_type,
      width: seen?.facts.width ?? null,
      height: seen?.facts.height ?? null,
      frames: seen?.facts.frames ?? null,
      thumbhash: seen ? Buffer.from(seen.thumbhash) : null,
    };
    const bytes = isStripped ? await storeStripped(parts, upload, strippedPath) : bytesOf(upload);
    return { ...known, ...bytes };
  });
}

async function prepare(images: Parts['images'], path: string, strippedPath: string): Promise<PreparedImage> {
  try {
    return await images.prepare(path, strippedPath);
  } catch (cause) {
    if (!(cause instanceof ImageRefused)) throw cause;
    if (cause.reason === 'busy') throw filesErrors.pictures_busy({ retryAfterSeconds });
    throw filesErrors.bad_picture();
  }
}

function bytesOf(upload: store.UploadRow) {
  const { location, backend, manifest_sha256, size_bytes, part_size_bytes } = upload;
  return { id: location, backend, manifest_sha256, size_bytes, part_size_bytes };
}

async function storeStripped({ db, clock, ids, backends }: Parts, upload: store.UploadRow, path: string) {
  const { backend, mime_type, part_size_bytes } = upload;
  const size_bytes = (await stat(path)).size;
  const file = await open(path);
  try {
    const read = async ({ offsetBytes, sizeBytes }: Pick<PlannedPart, 'offsetBytes' | 'sizeBytes'>) =>
      (await file.read(Buffer.allocUnsafe(sizeBytes), 0, sizeBytes, offsetBytes)).buffer;
    const planned: PlannedPart[] = [];
    for (const part of planParts(size_bytes, part_size_bytes)) {
      const sha256 = createHash('sha256')
        .update(await read(part))
        .digest('hex');
      planned.push({ ...part, sha256 });
    }
    const location = ids.make('blob');
    await store.freeLater(db.query(), location, backend, dateOf(clock.nowMs() + givenUpMs));
    const blob = { location, mimeType: mime_type, sizeBytes: size_bytes, parts: planned };
    await storeParts(backends.named(backend), blob, read);
    const manifest_sha256 = manifestDigest(size_bytes, part_size_bytes, planned);
    return { id: location, backend, manifest_sha256, size_bytes, part_size_bytes };
  } finally {
    await file.close();
  }
}

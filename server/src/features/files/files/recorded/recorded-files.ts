import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { dateOf } from '../../../../kernel/clock.ts';
import type { PlannedPart } from '../backends/file-backend.ts';
import { storeParts } from '../backends/store-parts.ts';
import { manifestDigest, partSizeBytes, planParts } from '../content/plan.ts';
import * as store from '../files.store.ts';
import type { RecordedFile, RecordedFiles } from '../recorded-files.port.ts';
import { readFile } from '../serving/read-file.ts';
import type { UploadParts } from '../uploads/parts.ts';
import { findRecorded } from './recorded.store.ts';

type RecordedParts = Pick<UploadParts, 'db' | 'clock' | 'ids' | 'settings' | 'backends'>;

const kind = { name: 'recording' } as const;
const mimeType = 'video/mp4';
const megabyte = 1_000_000;
/** When a copy that was not attached is freed, in milliseconds. */
const givenUpMs = 86_400_000;

export function makeRecordedFiles(parts: RecordedParts): RecordedFiles {
  const { db, clock, settings, backends } = parts;
  return {
    async bytesLeft(roomId) {
      const most = settings.maxMegabytesPerRoom * megabyte;
      if (most === 0) return undefined;
      return Math.max(0, most - (await store.sumBytes(db.query(), 'room_id', roomId, dateOf(clock.nowMs()))));
    },
    async store(file) {
      const copied = await copyIn(parts, file);
      return { attach: (tx, mediaId) => attach(parts, tx.query(), file, copied, mediaId) };
    },
    async open(roomId, mediaId, request) {
      const file = await findRecorded(db.query(), roomId, mediaId);
      if (!file) return undefined;
      const served = {
        location: file.location,
        name: file.name,
        mimeType: file.mime_type,
        sizeBytes: file.size_bytes,
        digest: file.manifest_sha256,
        // Clients revalidate at least as often as the URL expires, so the right to read is checked again.
        cacheControl: 'private, max-age=900',
      };
      return readFile(backends.named(file.backend), served, request);
    },
  };
}

type Copied = Awaited<ReturnType<typeof copyIn>>;

/** Reads the file twice, part by part, because a store needs the digests first. */
async function copyIn({ db, clock, ids, backends }: RecordedParts, { path }: RecordedFile) {
  const backend = backends.of(kind);
  const location = ids.make('blob');
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const parts: PlannedPart[] = [];
    for (const part of planParts(size, partSizeBytes)) {
      const sha256 = createHash('sha256')
        .update(await readPart(file, part))
        .digest('hex');
      parts.push({ ...part, sha256 });
    }
    await store.freeLater(db.query(), location, backend.name, dateOf(clock.nowMs() + givenUpMs));
    await storeParts(backend, { location, mimeType, sizeBytes: size, parts }, (part) => readPart(file, part));
    return {
      id: location,
      backend: backend.name,
      manifest_sha256: manifestDigest(size, partSizeBytes, parts),
      size_bytes: size,
    };
  } finally {
    await file.close();
  }
}

async function readPart(file: FileHandle, part: Pick<PlannedPart, 'offsetBytes' | 'sizeBytes'>): Promise<Buffer> {
  const bytes = Buffer.alloc(part.sizeBytes);
  const { bytesRead } = await file.read(bytes, 0, part.sizeBytes, part.offsetBytes);
  if (bytesRead !== part.sizeBytes) throw new Error('a recorded file became shorter while it was copied');
  return bytes;
}

async function attach(
  { clock, ids }: RecordedParts,
  db: store.Db,
  { name, ownerId, roomId }: RecordedFile,
  copied: Copied,
  mediaId: string,
): Promise<void> {
  const at = dateOf(clock.nowMs());
  const content = { ...copied, part_size_bytes: partSizeBytes, detected_type: mimeType, created_at: at };
  const unknown = { width: null, height: null, frames: null, thumbhash: null, orphaned_at: null };
  const kept = await store.insertContent(db, { ...content, ...unknown });
  if (kept.id === copied.id) await store.keepBytes(db, kept.id);
  await store.insertFile(db, {
    id: ids.make('file'),
    kind: kind.name,
    content_id: kept.id,
    owner_id: ownerId,
    room_id: roomId,
    playlist_id: null,
    media_id: mediaId,
    message_id: null,
    place: 0,
    name,
    mime_type: mimeType,
    size_bytes: copied.size_bytes,
    duration_seconds: null,
    waveform: null,
    read_key: null,
    created_at: at,
    used_at: at,
  });
}

/**
 * Stores the bytes of files in PostgreSQL: in one backup with everything else, and without another server.
 * [FI20]–[FI23]
 */
import { createHash } from 'node:crypto';
import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import { type Random, secretText } from '../../../../kernel/random.ts';
import type { Database } from '../../../../store/database.ts';
import { codeOf } from '../../../../store/store.errors.ts';
import { filesErrors } from '../files.errors.ts';
import type { ByteRange, FileBackend, PlannedPart, StoredPart } from './file-backend.ts';
import { inBatches } from './in-batches.ts';
import * as store from './segments.store.ts';

/** Number of segments that are written and read together: a quarter of a megabyte. */
const segmentsAtOnce = 33;
export const batchBytes = segmentsAtOnce * store.segmentBytes;
/**
 * Number of batches of a part that are written concurrently. A COPY uses one CPU core, and alternates with the disk and
 * the client: with one batch at a time, an upload is a tenth slower. A part holds one more batch in memory, a megabyte
 * in all.
 */
const batchesAtOnce = 3;
/** Attempts that take longer than this are abandoned, in milliseconds. Uploads end after 15 minutes. */
const longestAttemptMs = 3_600_000;
const attemptsAtOnce = 20;
/** SQLSTATE 23505 (PostgreSQL 17, appendix A). */
const uniqueViolation = '23505';

type StoredPartRow = Awaited<ReturnType<typeof store.listParts>>[number];

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
}

export interface DatabaseBackend extends FileBackend {
  /** Frees the bytes of parts that have not arrived completely. */
  cleanAttempts(): Promise<void>;
}

export function makeDatabaseBackend(parts: Parts): DatabaseBackend {
  const { db, clock } = parts;
  const query = () => db.query<store.SegmentTables>();
  return {
    name: 'database',
    parts: { by: 'server', put: (blob, part, source) => putPart(parts, blob.location, part, source) },
    begin: async () => '',
    storedParts: async ({ location }) => (await store.listParts(query(), location)).map(toStored),
    async complete({ location, parts: planned }) {
      const stored = await store.listParts(query(), location);
      if (stored.length !== planned.length) throw filesErrors.part_missing();
    },
    read: (location, range, signal) => read(parts, location, range, signal),
    async write(location, bytes) {
      await store.dropLocation(query(), location);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const part = { partNumber: 1, offsetBytes: 0, sizeBytes: bytes.length, sha256 };
      await putPart(parts, location, part, oneOf(bytes));
    },
    remove: (location) => store.dropLocation(query(), location),
    async cleanAttempts() {
      const before = dateOf(clock.nowMs() - longestAttemptMs);
      while ((await store.dropUnfinished(query(), before, attemptsAtOnce)) === attemptsAtOnce);
    },
  };
}

/**
 * Commits each batch of segments separately, so that a slow client does not hold a transaction open. The segments of an
 * attempt stay invisible until its last statement makes it the part.
 */
async function putPart(
  { db, clock, random }: Parts,
  location: string,
  part: PlannedPart,
  source: AsyncIterable<Uint8Array>,
): Promise<StoredPart> {
  const query = db.query<store.SegmentTables>();
  const id = secretText(random);
  await store.beginAttempt(query, { ...part, id, location, startedAt: dateOf(clock.nowMs()) });
  try {
    await addAll(db, id, inBatches(source, batchBytes, batchesAtOnce + 1));
    if (!(await finish(query, id, dateOf(clock.nowMs())))) {
      await store.dropAttempt(query, id);
      const stored = await store.listParts(query, location);
      if (!stored.some((other) => other.part_number === part.partNumber)) throw filesErrors.part_missing();
    }
  } catch (cause) {
    // If this fails, the cleanup of attempts drops it later.
    await store.dropAttempt(query, id).catch(() => undefined);
    throw cause;
  }
  return { partNumber: part.partNumber, sizeBytes: part.sizeBytes, sha256: part.sha256, etag: part.sha256 };
}

/** Writes batches while the next ones arrive. A batch is written before its buffer is filled again. */
async function addAll(db: Database, id: string, batches: AsyncIterable<Buffer>) {
  let place = 0;
  const adding: Promise<void>[] = [];
  for await (const batch of batches) {
    if (adding.length === batchesAtOnce) await adding.shift();
    const added = store.addSegments(db, id, place, batch);
    place += segmentsAtOnce;
    // Awaited below. Until then, a failure must not count as unhandled.
    added.catch(() => undefined);
    adding.push(added);
  }
  await Promise.all(adding);
}

/** False: another attempt is already the part. If two finish at the same time, the unique index admits one. */
async function finish(query: Parameters<typeof store.finishAttempt>[0], id: string, at: Date): Promise<boolean> {
  try {
    return await store.finishAttempt(query, id, at);
  } catch (cause) {
    if (codeOf(cause) === uniqueViolation) return false;
    throw cause;
  }
}

async function* read(
  { db }: Parts,
  location: string,
  { start, end }: ByteRange,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  const query = db.query<store.SegmentTables>();
  let at = start;
  for (const part of await store.listParts(query, location)) {
    const partEnd = part.offset_bytes + part.size_bytes;
    while (at >= part.offset_bytes && at < partEnd && at <= end) {
      if (signal?.aborted) return;
      const piece = await readPiece(query, part, at, Math.min(end + 1, partEnd));
      at += piece.length;
      yield piece;
    }
  }
  if (at <= end) throw filesErrors.bytes_missing();
}

/** The bytes of a part from `at` up to `end`, at most one read's worth. Old files have segments of half a megabyte. */
async function readPiece(
  query: Parameters<typeof store.listSegments>[0],
  part: StoredPartRow,
  at: number,
  end: number,
) {
  const { id, offset_bytes, segment_bytes } = part;
  const placeOf = (offset: number) => Math.floor((offset - offset_bytes) / segment_bytes);
  const place = placeOf(at);
  const limit = Math.min(placeOf(end - 1) - place + 1, Math.max(1, Math.floor(batchBytes / segment_bytes)));
  const segments = await store.listSegments(query, id, place, limit);
  if (segments.length < limit) throw filesErrors.bytes_missing();
  const from = offset_bytes + place * segment_bytes;
  return Buffer.concat(segments).subarray(at - from, end - from);
}

function toStored(row: StoredPartRow): StoredPart {
  return { partNumber: row.part_number, sizeBytes: row.size_bytes, sha256: row.sha256, etag: row.sha256 };
}

async function* oneOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

import { type Kysely, sql } from 'kysely';
import { copyRows, int4 } from '../../../../store/copy/copy-rows.ts';
import type { Database } from '../../../../store/database.ts';
import type { Schema } from '../../../../store/gen/schema.ts';
import { copiedInMemory, inMemory } from '../../../../store/queries/in-memory.ts';

/** Owns the bytes of files in the database. */
export type SegmentTables = Pick<Schema, 'file_parts' | 'file_segments'>;
type Db = Kysely<SegmentTables>;

/**
 * The largest segment that fits a database page of 8192 bytes beside the page header and the other columns, so that
 * PostgreSQL's TOAST does not split segments into chunks of 2 kB (docs/adr/0026). [FI20]
 */
export const segmentBytes = 8_064;

/** An attempt to send a part. */
export interface Attempt {
  readonly id: string;
  readonly location: string;
  readonly partNumber: number;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly startedAt: Date;
}

/** Adds an attempt. Its row is on disk at the latest when the attempt becomes the part. */
export async function beginAttempt(db: Db, attempt: Attempt): Promise<void> {
  await db
    .insertInto('file_parts')
    .values({
      id: attempt.id,
      location: attempt.location,
      part_number: attempt.partNumber,
      offset_bytes: attempt.offsetBytes,
      size_bytes: attempt.sizeBytes,
      sha256: attempt.sha256,
      segment_bytes: segmentBytes,
      started_at: attempt.startedAt,
    })
    .returning(inMemory.as('mode'))
    .execute();
}

const addition = copiedInMemory('copy file_segments (part_id, place, bytes) from stdin (format binary)');

/** Adds segments, the first one at `place`. They are on disk at the latest when the attempt becomes the part. */
export async function addSegments(
  db: Pick<Database, 'copyIn'>,
  partId: string,
  place: number,
  bytes: Buffer,
): Promise<void> {
  const id = Buffer.from(partId);
  const rows = Array.from({ length: Math.ceil(bytes.length / segmentBytes) }, (_, index) => {
    const from = index * segmentBytes;
    return [id, int4(place + index), bytes.subarray(from, from + segmentBytes)];
  });
  await db.copyIn(addition, copyRows(rows));
}

/** Makes the attempt the part. False: another attempt is already the part. */
export async function finishAttempt(db: Db, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update file_parts as mine set stored_at = ${at} where id = ${id} and not exists (
      select from file_parts as theirs
      where theirs.location = mine.location and theirs.part_number = mine.part_number and theirs.stored_at is not null
    ) returning id`.execute(db);
  return rows.length > 0;
}

/** Deletes an attempt with its bytes. */
export async function dropAttempt(db: Db, id: string): Promise<void> {
  await db.deleteFrom('file_parts').where('id', '=', id).execute();
}

/** Sorted by number. */
export function listParts(db: Db, location: string) {
  return db
    .selectFrom('file_parts')
    .select(['id', 'part_number', 'offset_bytes', 'size_bytes', 'sha256', 'segment_bytes'])
    .where('location', '=', location)
    .where('stored_at', 'is not', null)
    .orderBy('part_number')
    .execute();
}

/** Consecutive segments, in order: `limit` of them, fewer at the end of the part. */
export async function listSegments(db: Db, partId: string, place: number, limit: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('file_segments')
    .select('bytes')
    .where('part_id', '=', partId)
    .where('place', '>=', place)
    .where('place', '<', place + limit)
    .orderBy('place')
    .execute();
  return rows.map(({ bytes }) => bytes);
}

export async function dropLocation(db: Db, location: string): Promise<void> {
  await db.deleteFrom('file_parts').where('location', '=', location).execute();
}

/** Deletes unfinished attempts. @returns how many. */
export async function dropUnfinished(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('file_parts')
    .where('id', 'in', (q) =>
      q
        .selectFrom('file_parts')
        .select('id')
        .where('stored_at', 'is', null)
        .where('started_at', '<', before)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

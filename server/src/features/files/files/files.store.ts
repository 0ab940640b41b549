import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { inMemory } from '../../../store/queries/in-memory.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import type { ProofRange } from './content/proof.ts';
import type { FileKindName } from './kinds.ts';
import type { Target } from './uploads.port.ts';

/** Owns files and uploads, and reads whether messages still exist. */
export interface FileTables {
  file_contents: Schema['file_contents'];
  files: Narrowed<Schema['files'], { kind: FileKindName }>;
  file_uploads: Narrowed<Schema['file_uploads'], { kind: FileKindName; proof_ranges: readonly ProofRange[] }>;
  file_removals: Schema['file_removals'];
  file_variants: Schema['file_variants'];
  file_variant_jobs: Schema['file_variant_jobs'];
}

export type Db = Kysely<FileTables>;
export type UploadRow = Selectable<FileTables['file_uploads']>;
export type FileRow = Selectable<FileTables['files']>;
export type ContentRow = Selectable<FileTables['file_contents']>;

export function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('file_uploads').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the upload: no other transaction completes it until this one ends. */
export function lockUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('file_uploads').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** An unfinished upload of the same file by the same person for the same purpose. */
export function findResumable(
  db: Db,
  like: Pick<UploadRow, 'kind' | 'owner_id' | 'manifest_sha256' | 'name' | 'mime_type'> & Target,
  now: Date,
): Promise<UploadRow | undefined> {
  return db
    .selectFrom('file_uploads')
    .selectAll()
    .where('owner_id', '=', like.owner_id)
    .where('manifest_sha256', '=', like.manifest_sha256)
    .where('kind', '=', like.kind)
    .where('name', '=', like.name)
    .where('mime_type', '=', like.mime_type)
    .where('room_id', 'is not distinct from', like.room_id)
    .where('playlist_id', 'is not distinct from', like.playlist_id)
    .where('media_id', 'is not distinct from', like.media_id)
    .where('content_id', 'is', null)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
}

/** Extends the lifetime of an upload. False: it has already expired. */
export async function extendUpload(db: Db, id: string, until: Date, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('file_uploads')
    .set({ expires_at: until })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(inMemory.as('mode'))
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertUpload(db: Db, row: UploadRow): Promise<void> {
  await db
    .insertInto('file_uploads')
    .values({ ...row, proof_ranges: JSON.stringify(row.proof_ranges) })
    .execute();
}

export async function completeUpload(db: Db, id: string, at: Date, until: Date): Promise<void> {
  await db.updateTable('file_uploads').set({ completed_at: at, expires_at: until }).where('id', '=', id).execute();
}

/** @returns the number of failed proofs. */
export async function countFailedProof(db: Db, id: string): Promise<number> {
  const row = await db
    .updateTable('file_uploads')
    .set((row) => ({ failed_proofs: sql`${row.ref('failed_proofs')} + 1` }))
    .where('id', '=', id)
    .returning('failed_proofs')
    .executeTakeFirst();
  return row?.failed_proofs ?? 0;
}

/** Deletes an upload; its bytes are freed later. */
export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('file_uploads').where('id', '=', id).execute();
}

/** Counts the unfinished uploads of a user. */
export async function countOpenUploads(db: Db, ownerId: string, now: Date): Promise<number> {
  const { open } = await db
    .selectFrom('file_uploads')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('owner_id', '=', ownerId)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return open;
}

/** Total bytes of the files of a user or room, each content counted once, and of their unfinished uploads. */
export async function sumBytes(db: Db, of: 'owner_id' | 'room_id', id: string, now: Date): Promise<number> {
  const column = sql.ref(of);
  // Nobody uploaded a recording, so it counts only for its room. Artwork is small, and nobody requested it. [FI64]
  const counts = of === 'owner_id' ? sql`kind not in ('recording', 'media_artwork')` : sql`kind <> 'media_artwork'`;
  const { rows } = await sql<{ bytes: number }>`
    select (
      coalesce((
          select sum(size_bytes) from (
            select distinct content_id, size_bytes from files where ${column} = ${id} and ${counts}
          ) kept
        ), 0)
      + coalesce((select sum(size_bytes) from file_uploads where ${column} = ${id}
          and completed_at is null and expires_at > ${now}), 0)
    )::bigint as bytes`.execute(db);
  return rows[0]!.bytes;
}

/** The content with these bytes. It is not collected until the transaction ends. */
export function keepContent(db: Db, backend: string, manifestSha256: string): Promise<ContentRow | undefined> {
  return db
    .selectFrom('file_contents')
    .selectAll()
    .where('backend', '=', backend)
    .where('manifest_sha256', '=', manifestSha256)
    .forKeyShare()
    .executeTakeFirst();
}

/** Stores the content unless its bytes already exist. @returns the content that is kept. */
export function insertContent(db: Db, row: ContentRow): Promise<ContentRow> {
  return db
    .insertInto('file_contents')
    .values(row)
    .onConflict((conflict) => conflict.columns(['backend', 'manifest_sha256']).doUpdateSet({ orphaned_at: null }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function getContent(db: Db, id: string): Promise<ContentRow> {
  return db.selectFrom('file_contents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Cancels the scheduled removal of bytes. */
export async function keepBytes(db: Db, location: string): Promise<void> {
  await db.deleteFrom('file_removals').where('location', '=', location).execute();
}

export async function insertFile(db: Db, row: FileRow): Promise<void> {
  await db.insertInto('files').values(row).execute();
}

/** Schedules the removal of bytes. If the location is already scheduled earlier, that time stays. */
export async function freeLater(db: Db, location: string, backend: string, at: Date): Promise<void> {
  await db
    .insertInto('file_removals')
    .values({ location, backend, due_at: at })
    .onConflict((conflict) =>
      conflict.column('location').doUpdateSet({ due_at: at }).where('file_removals.due_at', '>', at),
    )
    .execute();
}

/** A file with the location of its bytes. Also undefined for files that are not used yet. */
export function findReadable(db: Db, id: string) {
  return db
    .selectFrom('files')
    .innerJoin('file_contents', 'file_contents.id', 'files.content_id')
    .select(['files.id', 'files.kind', 'files.room_id', 'files.name', 'files.mime_type', 'files.size_bytes'])
    .select(['files.owner_id', 'files.message_id', 'files.read_key'])
    .select(['file_contents.id as location', 'file_contents.backend', 'file_contents.manifest_sha256'])
    .select('file_contents.thumbhash')
    .where('files.id', '=', id)
    .where('files.used_at', 'is not', null)
    .executeTakeFirst();
}

/** The files that a person uploaded, by id, with the location of their bytes. */
export function listOfOwner(db: Db, ownerId: string, afterId: string, limit: number) {
  return db
    .selectFrom('files')
    .innerJoin('file_contents', 'file_contents.id', 'files.content_id')
    .select(['files.id', 'files.name', 'files.size_bytes'])
    .select(['file_contents.id as location', 'file_contents.backend'])
    .where('files.owner_id', '=', ownerId)
    .where('files.kind', 'not in', ['recording', 'media_artwork'])
    .where('files.id', '>', afterId)
    .orderBy('files.id')
    .limit(limit)
    .execute();
}

/** Transfers the files of an erased account that others still see to another account. */
export async function changeOwner(db: Db, fromUserId: string, toUserId: string): Promise<void> {
  await db
    .updateTable('files')
    .set({ owner_id: toUserId })
    .where('owner_id', '=', fromUserId)
    .where('room_id', 'is not', null)
    .where('used_at', 'is not', null)
    .execute();
}

import { type Kysely, type Selectable, sql } from 'kysely';
import { dateOf } from '../../../kernel/clock.ts';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';

export type RecordingStateName = 'waiting' | 'recording' | 'stopping' | 'saving' | 'ended';
export type RecordingFaultName = 'room_full' | 'disk' | 'too_long' | 'codec' | 'switched_off' | 'not_saved';

/** Owns recordings; reads which streams are on the air. */
export interface RecordingTables extends Pick<Schema, 'live_streams'> {
  recordings: Narrowed<Schema['recordings'], { state: RecordingStateName; fault: RecordingFaultName | null }>;
}

export type RecordingRow = Selectable<RecordingTables['recordings']>;

type Db = Kysely<RecordingTables>;

/** The newest recording of a live stream. */
export function findNewest(db: Db, mediaId: string): Promise<RecordingRow | undefined> {
  return db
    .selectFrom('recordings')
    .selectAll()
    .where('media_id', '=', mediaId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Stores a recording, unless one of the stream is waiting or active. Deletes the stream's ended recordings. */
export async function insert(db: Db, row: RecordingRow): Promise<void> {
  await db.deleteFrom('recordings').where('media_id', '=', row.media_id).where('state', '=', 'ended').execute();
  await db
    .insertInto('recordings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['media_id'])
        .where('state', 'in', [sql.lit<RecordingStateName>('waiting'), sql.lit<RecordingStateName>('recording')])
        .doNothing(),
    )
    .execute();
}

/** Tells the recording process to end. False: nothing is recorded. */
export async function stop(db: Db, mediaId: string): Promise<boolean> {
  const active = db.deleteFrom('recordings').where('media_id', '=', mediaId);
  if (await active.where('state', '=', 'waiting').returning('id').executeTakeFirst()) return true;
  const row = db
    .updateTable('recordings')
    .set({ state: 'stopping' })
    .where('media_id', '=', mediaId)
    .where('state', '=', 'recording');
  return (await row.returning('id').executeTakeFirst()) !== undefined;
}

/** Recordings that wait for one of these streams. */
export function listWaiting(db: Db, mediaIds: readonly string[]): Promise<RecordingRow[]> {
  return db
    .selectFrom('recordings')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('media_id', 'in', mediaIds)
    .execute();
}

/** Begins a waiting recording. Undefined: it was stopped. */
export function begin(db: Db, id: string, replicaId: string, nowMs: number): Promise<RecordingRow | undefined> {
  const now = dateOf(nowMs);
  return db
    .updateTable('recordings')
    .set({ state: 'recording', replica_id: replicaId, beat_at: now, started_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();
}

/** Renews the recordings of a process. @returns those that it still owns. */
export function beat(db: Db, ids: readonly string[], replicaId: string, nowMs: number) {
  return db
    .updateTable('recordings')
    .set({ beat_at: dateOf(nowMs) })
    .where('id', 'in', ids)
    .where('replica_id', '=', replicaId)
    .returning(['id', 'state'])
    .execute();
}

/** Ends a recording. False: it is gone, or belongs to another process. */
export async function end(
  db: Db,
  { id, replicaId }: { readonly id: string; readonly replicaId: string },
  { fault, nowMs }: { readonly fault: RecordingFaultName | null; readonly nowMs: number },
): Promise<boolean> {
  const row = db
    .updateTable('recordings')
    .set((e) => ({ state: 'saving', fault, ended_at: e.fn.coalesce('ended_at', e.val(dateOf(nowMs))) }))
    .where('id', '=', id)
    .where('replica_id', '=', replicaId);
  return (await row.returning('id').executeTakeFirst()) !== undefined;
}

/** The recording, locked. Undefined: it is gone, or belongs to another process. */
export function lock(db: Db, id: string, replicaId: string): Promise<RecordingRow | undefined> {
  return db
    .selectFrom('recordings')
    .selectAll()
    .where('id', '=', id)
    .where('replica_id', '=', replicaId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function countSaved(db: Db, id: string, parts: number): Promise<void> {
  await db.updateTable('recordings').set({ saved_parts: parts }).where('id', '=', id).execute();
}

/** Finishes a saved recording: deletes its row, or keeps it if a fault ended it. */
export async function finish(db: Db, id: string): Promise<void> {
  await db.deleteFrom('recordings').where('id', '=', id).where('fault', 'is', null).execute();
  await db.updateTable('recordings').set({ state: 'ended' }).where('id', '=', id).execute();
}

/** Releases a recording: a process that has its files takes it over, once a beat at `beatMs` is old enough. */
export async function leave(db: Db, id: string, beatMs: number, fault?: RecordingFaultName): Promise<void> {
  await db
    .updateTable('recordings')
    .set({ beat_at: dateOf(beatMs), ...(fault ? { fault } : {}) })
    .where('id', '=', id)
    .execute();
}

/** The existing recordings among `ids`. */
export function listByIds(db: Db, ids: readonly string[]): Promise<RecordingRow[]> {
  return db.selectFrom('recordings').selectAll().where('id', 'in', ids).execute();
}

/** Takes over the recording of a dead process. Undefined: it is alive, or another process was faster. */
export function takeOver(
  db: Db,
  id: string,
  { replicaId, staleMs, nowMs }: { readonly replicaId: string; readonly staleMs: number; readonly nowMs: number },
): Promise<RecordingRow | undefined> {
  return db
    .updateTable('recordings')
    .set((e) => ({
      state: 'saving',
      replica_id: replicaId,
      beat_at: dateOf(nowMs),
      ended_at: e.fn.coalesce('ended_at', e.val(dateOf(nowMs))),
    }))
    .where('id', '=', id)
    .where('beat_at', '<', dateOf(staleMs))
    .returningAll()
    .executeTakeFirst();
}

/** The processes that receive these streams, including interrupted ones, by item. */
export async function takersOf(db: Db, mediaIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('live_streams')
    .select(['media_id', 'replica_id'])
    .where('media_id', 'in', mediaIds)
    .execute();
  return new Map(rows.map(({ media_id, replica_id }) => [media_id, replica_id]));
}

/** Deletes continued recordings without a stream, and recordings that can no longer be saved. */
export async function deleteOld(db: Db, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('recordings')
    .where('state', '=', 'waiting')
    .where('is_continued', '=', true)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('live_streams')
            .select('live_streams.media_id')
            .whereRef('live_streams.media_id', '=', 'recordings.media_id'),
        ),
      ),
    )
    .execute();
  const old = dateOf(beforeMs);
  await db
    .deleteFrom('recordings')
    .where('state', '!=', 'waiting')
    .where((e) => e.or([e('ended_at', '<', old), e('beat_at', '<', old)]))
    .execute();
}

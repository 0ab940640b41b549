import { type Compilable, type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns the playback history, and reads the names of the users who started items. */
export interface HistoryTables {
  playback_history: Schema['playback_history'];
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name'>;
}

export type HistoryRow = Selectable<Schema['playback_history']>;
export type NamedHistoryRow = HistoryRow & { readonly username: string | null; readonly display_name: string | null };

type Db = Kysely<HistoryTables>;

function entries(db: Db, roomId: string) {
  return db
    .selectFrom('playback_history')
    .leftJoin('users', 'users.id', 'playback_history.started_by_id')
    .selectAll('playback_history')
    .select(['users.username', 'users.display_name'])
    .where('room_id', '=', roomId);
}

export function findEntry(db: Db, roomId: string, id: string): Promise<NamedHistoryRow | undefined> {
  return entries(db, roomId).where('playback_history.id', '=', id).executeTakeFirst();
}

/** Newest first; with `beforeId`, only older entries. */
export function listEntries(
  db: Db,
  roomId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<NamedHistoryRow[]> {
  return entries(db, roomId)
    .$if(beforeId !== undefined, (q) => q.where('playback_history.id', '<', beforeId!))
    .orderBy('playback_history.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countEntries(db: Db, roomId: string): Promise<number> {
  const { total } = await db
    .selectFrom('playback_history')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Ends the entry of the playing item, unless the entry was deleted. */
export function endingEntry(
  db: Db,
  roomId: string,
  end: Pick<HistoryRow, 'ended_at' | 'position_seconds' | 'duration_seconds'>,
): Compilable {
  return db.updateTable('playback_history').set(end).where('room_id', '=', roomId).where('ended_at', 'is', null);
}

export function insertingEntry(db: Db, row: HistoryRow): Compilable {
  return db.insertInto('playback_history').values(row);
}

/** Deletes all but the newest `kept` entries of a room. */
export function trimming(db: Db, roomId: string, kept: number): Compilable {
  const tooOld = db
    .selectFrom('playback_history')
    .select('id')
    .where('room_id', '=', roomId)
    .orderBy('id', 'desc')
    .offset(kept);
  return db.deleteFrom('playback_history').where('id', 'in', tooOld);
}

/** False when there was no such entry. */
export async function deleteEntry(db: Db, roomId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('playback_history')
    .where('room_id', '=', roomId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deleteEntries(db: Db, roomId: string): Promise<number> {
  const result = await db.deleteFrom('playback_history').where('room_id', '=', roomId).executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function deleteStartedBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('playback_history').where('started_at', '<', at).where('ended_at', 'is not', null).execute();
}

export async function changeStarter(db: Db, fromUserId: string, toUserId: string): Promise<void> {
  await db
    .updateTable('playback_history')
    .set({ started_by_id: toUserId })
    .where('started_by_id', '=', fromUserId)
    .execute();
}

import { type Kysely, type Selectable, sql } from 'kysely';
import { keyList } from '../../../store/batched-read.ts';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern } from '../../../store/queries/like-pattern.ts';

/** Owns the watch history; reads the names of rooms and of people. */
export interface WatchedTables {
  watched_entries: Schema['watched_entries'];
  rooms: Pick<Schema['rooms'], 'id' | 'name'>;
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'deleted_at'>;
}

export type WatchedRow = Selectable<Schema['watched_entries']>;

type Db = Kysely<WatchedTables>;

/** A history shows items that the person watched for at least this long, in seconds. [OH1] */
export const shownSeconds = 60;
/** Most companions that an entry names. [OH6] */
const maxCompanions = 10;

/** Newest first; with `beforeId`, only older entries. [OH4] */
export function listEntries(
  db: Db,
  userId: string,
  {
    beforeId,
    search,
    limit,
  }: { readonly beforeId?: string | undefined; readonly search: string; readonly limit: number },
): Promise<WatchedRow[]> {
  return db
    .selectFrom('watched_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('watched_seconds', '>=', shownSeconds)
    .$if(beforeId !== undefined, (q) => q.where('id', '<', beforeId!))
    .$if(search !== '', (q) => q.where('name', 'ilike', containsPattern(search)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Names of rooms, by id. */
export async function listRoomNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('rooms')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${keyList(ids)})`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A person who watched along. */
export interface CompanionRow {
  entry_id: string;
  /** Number of people who watched along with the entry. */
  total: number;
  id: string;
  username: string;
  display_name: string;
}

/** The people who watched along with these entries, at most ten per entry, in the order of arrival. [OH6] */
export async function listCompanions(db: Db, entryIds: readonly string[]): Promise<CompanionRow[]> {
  const { rows } = await sql<CompanionRow>`
    select e.id as entry_id, o.total, o.id, o.username, o.display_name
    from watched_entries e cross join lateral (
      select u.id, u.username, u.display_name, count(*) over ()::int as total, min(w.id) as first_id
      from watched_entries w join users u on u.id = w.user_id and u.deleted_at is null
      where w.room_id = e.room_id and w.media_id = e.media_id and w.user_id <> e.user_id
        and w.watched_seconds >= ${shownSeconds} and w.started_at <= e.left_at and w.left_at >= e.started_at
      group by u.id order by first_id limit ${maxCompanions}
    ) o
    where e.id = any(${keyList(entryIds)}) order by o.first_id`.execute(db);
  return rows;
}

/** False when the person has no such entry. [OH7] */
export async function deleteEntry(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('watched_entries')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deleteEntries(db: Db, userId: string): Promise<number> {
  const result = await db.deleteFrom('watched_entries').where('user_id', '=', userId).executeTakeFirst();
  return Number(result.numDeletedRows);
}

import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns the list of featured rooms. */
export interface FeaturedTables extends Pick<Schema, 'featured_rooms' | 'featured_rooms_version'> {
  listed_rooms: Pick<Schema['listed_rooms'], 'room_id'>;
  rooms: Pick<Schema['rooms'], 'id' | 'deleted_at'>;
}

export type FeaturedRow = Selectable<Schema['featured_rooms']>;

type Db = Kysely<FeaturedTables>;

/** See the contract's limits: featured rooms. */
export const maxFeatured = 5;

/**
 * All chosen rooms that are not deleted, in order, and whether the feeds may show them. The limit never drops a row: it
 * tells PostgreSQL how few rows to expect. Without it, PostgreSQL assumes a thousand rows in a table that it has not
 * analyzed yet, and scans all rooms.
 */
export function listChosen(db: Db): Promise<(FeaturedRow & { is_listed: boolean })[]> {
  return db
    .selectFrom(db.selectFrom('featured_rooms').selectAll().orderBy('place').limit(maxFeatured).as('f'))
    .innerJoin('rooms', (join) => join.onRef('rooms.id', '=', 'f.room_id').on('rooms.deleted_at', 'is', null))
    .leftJoin('listed_rooms as l', 'l.room_id', 'f.room_id')
    .selectAll('f')
    .select((e) => e('l.room_id', 'is not', null).as('is_listed'))
    .orderBy('f.place')
    .$castTo<FeaturedRow & { is_listed: boolean }>()
    .execute();
}

/** The listed rooms among `ids`, in the order of `ids`. */
export async function keepListed(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('listed_rooms').select('room_id').where('room_id', 'in', ids).execute();
  const listed = new Set(rows.map((row) => row.room_id));
  return ids.filter((id) => listed.has(id));
}

export async function readVersion(db: Db): Promise<number> {
  return (await db.selectFrom('featured_rooms_version').select('version').executeTakeFirstOrThrow()).version;
}

/** Makes other transactions that change the list wait until this one ends. */
export async function lockVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('featured_rooms_version')
    .select('version')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.version;
}

export async function replaceChosen(db: Db, rows: readonly FeaturedRow[]): Promise<void> {
  await db.deleteFrom('featured_rooms').execute();
  if (rows.length > 0) await db.insertInto('featured_rooms').values(rows).execute();
  await db
    .updateTable('featured_rooms_version')
    .set((e) => ({ version: e('version', '+', 1) }))
    .execute();
}

import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns shared subtitles, and reads the names of those who gave them. */
export type SharedSubtitlesTables = Pick<Schema, 'shared_subtitles' | 'users'>;

export type SharedSubtitlesRow = Selectable<SharedSubtitlesTables['shared_subtitles']>;

/** As they are listed: without their text. */
export interface ListedSubtitles extends Omit<SharedSubtitlesRow, 'text' | 'script'> {
  readonly creator_name: string;
}

type Db = Kysely<SharedSubtitlesTables>;

/** Oldest first. */
export function listShared(db: Db, roomId: string): Promise<ListedSubtitles[]> {
  return db
    .selectFrom('shared_subtitles as s')
    .innerJoin('users as u', 'u.id', 's.creator_id')
    .select(['s.id', 's.room_id', 's.media_id', 's.creator_id', 's.name', 's.language', 's.created_at'])
    .select(sql<string>`coalesce(nullif(u.display_name, ''), u.username)`.as('creator_name'))
    .where('s.room_id', '=', roomId)
    .orderBy('s.id')
    .execute();
}

export async function findTexts(
  db: Db,
  roomId: string,
  id: string,
): Promise<Pick<SharedSubtitlesRow, 'text' | 'script'> | undefined> {
  const found = db.selectFrom('shared_subtitles').where('room_id', '=', roomId).where('id', '=', id);
  return found.select(['text', 'script']).executeTakeFirst();
}

export async function countOfItem(db: Db, mediaId: string): Promise<number> {
  const { count } = await db
    .selectFrom('shared_subtitles')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('media_id', '=', mediaId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertShared(db: Db, row: SharedSubtitlesRow): Promise<void> {
  await db.insertInto('shared_subtitles').values(row).execute();
}

/** Who gave them; undefined: there are none. Locks them. */
export async function lockCreator(db: Db, roomId: string, id: string): Promise<string | undefined> {
  const found = db
    .selectFrom('shared_subtitles')
    .select('creator_id')
    .where('room_id', '=', roomId)
    .where('id', '=', id)
    .forNoKeyUpdate();
  return (await found.executeTakeFirst())?.creator_id;
}

export async function deleteShared(db: Db, id: string): Promise<void> {
  await db.deleteFrom('shared_subtitles').where('id', '=', id).execute();
}

/** Gives what an account shared to another one. */
export async function changeCreator(db: Db, fromUserId: string, toUserId: string): Promise<void> {
  await db.updateTable('shared_subtitles').set({ creator_id: toUserId }).where('creator_id', '=', fromUserId).execute();
}

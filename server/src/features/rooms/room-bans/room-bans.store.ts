import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern } from '../../../store/queries/like-pattern.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';

/** Owns the ban lists of rooms; reads names, and locks rooms. */
export interface RoomBanTables extends Pick<Schema, 'room_ban_list'> {
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'username_key' | 'avatar'>;
}

type Db = Kysely<RoomBanTables>;

/** Bans in force. */
function bans(db: Db, roomId: string, now: Date) {
  return db
    .selectFrom('room_ban_list as b')
    .innerJoin('users', 'users.id', 'b.user_id')
    .leftJoin('users as actor', 'actor.id', 'b.actor_id')
    .selectAll('b')
    .select(['users.username', 'users.display_name', 'users.avatar', 'actor.username as actor_name'])
    .where('b.room_id', '=', roomId)
    .where((e) => e.or([e('b.until', 'is', null), e('b.until', '>', now)]));
}

export type RoomBanRow = NonNullable<Awaited<ReturnType<typeof findBan>>>;

export function findBan(db: Db, roomId: string, userId: string, now: Date) {
  return bans(db, roomId, now).where('b.user_id', '=', userId).executeTakeFirst();
}

/** The banned users among `userIds`. */
export async function listBanned(db: Db, roomId: string, userIds: readonly string[], now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('room_ban_list as b')
    .select('b.user_id')
    .where('b.room_id', '=', roomId)
    .where('b.user_id', '=', sql<string>`any(${userIds})`)
    .where((e) => e.or([e('b.until', 'is', null), e('b.until', '>', now)]))
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Newest first. `search`: part of a username in its comparison form, or of a display name. */
export function listBans(db: Db, roomId: string, now: Date, page: { readonly search: string } & Page) {
  const pattern = containsPattern(page.search);
  const found = bans(db, roomId, now).$if(page.search !== '', (q) =>
    q.where((e) => e.or([e('users.username_key', 'like', pattern), e('users.display_name', 'ilike', pattern)])),
  );
  return readPage(found.orderBy('b.created_at', 'desc').orderBy('b.user_id'), page);
}

export async function countBans(db: Db, roomId: string): Promise<number> {
  const { count } = await db
    .selectFrom('room_ban_list')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores a ban, replacing an earlier ban of the same user. */
export async function putBan(db: Db, row: Selectable<RoomBanTables['room_ban_list']>): Promise<void> {
  const { room_id, user_id, ...change } = row;
  await db
    .insertInto('room_ban_list')
    .values(row)
    .onConflict((c) => c.columns(['room_id', 'user_id']).doUpdateSet(change))
    .execute();
}

/** False if there was none. */
export async function deleteBan(db: Db, roomId: string, userId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('room_ban_list')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deleteExpired(db: Db, roomId: string, now: Date): Promise<void> {
  await db.deleteFrom('room_ban_list').where('room_id', '=', roomId).where('until', '<=', now).execute();
}

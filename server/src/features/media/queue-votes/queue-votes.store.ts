import { type Insertable, type Kysely, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns the votes on items. Reads the items, the voters, and whether their accounts still exist. */
export type QueueVotesTables = Pick<Schema, 'queue_votes' | 'room_members'> & {
  media: Pick<Schema['media'], 'id' | 'room_id' | 'playlist_id' | 'target_hash'>;
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'banned' | 'deleted_at'>;
};

type Db = Kysely<QueueVotesTables>;

/** A person's vote on an item. */
export interface VoteKey {
  readonly mediaId: string;
  readonly userId: string;
}

/** Numbers of votes for and against an item. */
export interface CountedVotes {
  readonly media_id: string;
  readonly up: number;
  readonly down: number;
}

function counted(db: Db, roomId: string) {
  return db
    .selectFrom('queue_votes')
    .select('media_id')
    .select(sql<number>`(count(*) filter (where is_up))::int`.as('up'))
    .select(sql<number>`(count(*) filter (where not is_up))::int`.as('down'))
    .where('room_id', '=', roomId)
    .groupBy('media_id');
}

export async function countVotes(db: Db, roomId: string, mediaIds: readonly string[]): Promise<CountedVotes[]> {
  if (mediaIds.length === 0) return [];
  return counted(db, roomId).where('media_id', '=', sql<string>`any(${mediaIds})`).execute();
}

/** A room's items with the most recent votes. */
export function listCounted(db: Db, roomId: string, limit: number): Promise<CountedVotes[]> {
  return counted(db, roomId).orderBy(sql`max(voted_at)`, 'desc').orderBy('media_id').limit(limit).execute();
}

/**
 * The items among `mediaIds` in playlists of the room, without entries of dynamic playlists. Keeps them from being
 * deleted until the transaction ends; all callers lock in the same order.
 */
export function lockItems(db: Db, roomId: string, mediaIds: readonly string[]) {
  return db
    .selectFrom('media')
    .select(['id', 'playlist_id'])
    .where('room_id', '=', roomId)
    .where('id', '=', sql<string>`any(${mediaIds})`)
    .where('target_hash', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Replaces these people's votes on these items. */
export async function replaceVotes(
  db: Db,
  replaced: readonly VoteKey[],
  votes: readonly Insertable<QueueVotesTables['queue_votes']>[],
): Promise<void> {
  const [mediaIds, userIds] = [replaced.map(({ mediaId }) => mediaId), replaced.map(({ userId }) => userId)];
  const deleting = db
    .deleteFrom('queue_votes')
    .using(sql`unnest(${mediaIds}::text[], ${userIds}::text[])`.as<'old'>(sql`old (media_id, user_id)`))
    .where(sql<boolean>`queue_votes.media_id = old.media_id and queue_votes.user_id = old.user_id`)
    .execute();
  const inserting =
    votes.length > 0 &&
    db
      .insertInto('queue_votes')
      .values([...votes])
      .execute();
  await Promise.all([deleting, inserting]);
}

/** The statement that deletes the votes on an item. */
export function deletingVotes(db: Db, mediaId: string) {
  return db.deleteFrom('queue_votes').where('media_id', '=', mediaId);
}

/** Deletes votes of these people who are banned or have left the room. */
export function deleteOfAbsent(
  db: Db,
  userIds: readonly string[],
  roomId: string | undefined,
): Promise<{ readonly media_id: string; readonly room_id: string }[]> {
  return db
    .deleteFrom('queue_votes as v')
    .where('v.user_id', '=', sql<string>`any(${userIds})`)
    .$if(roomId !== undefined, (q) => q.where('v.room_id', '=', roomId!))
    .where(
      sql<boolean>`not exists (
        select from room_members m join users u on u.id = m.user_id
        where m.room_id = v.room_id and m.user_id = v.user_id and not u.banned and u.deleted_at is null)`,
    )
    .returning(['v.media_id', 'v.room_id'])
    .execute();
}

/** The people who voted on an item, the latest first. */
export function listVoters(db: Db, roomId: string, mediaId: string, limit: number) {
  return db
    .selectFrom('queue_votes as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .select(['u.id', 'u.username', 'u.display_name', 'v.is_up', 'v.voted_at'])
    .where('v.room_id', '=', roomId)
    .where('v.media_id', '=', mediaId)
    .orderBy('v.voted_at', 'desc')
    .orderBy('u.id')
    .limit(limit)
    .execute();
}

/** A person's votes in a room, the latest first; with `mediaId`, only the vote on that item. */
export function listOwn(db: Db, roomId: string, userId: string, limit: number, mediaId?: string) {
  return db
    .selectFrom('queue_votes')
    .select(['media_id', 'is_up'])
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .$if(mediaId !== undefined, (q) => q.where('media_id', '=', mediaId!))
    .orderBy('voted_at', 'desc')
    .orderBy('media_id')
    .limit(limit)
    .execute();
}

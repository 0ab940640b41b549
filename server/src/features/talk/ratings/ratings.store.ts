import { type Insertable, type Kysely, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns the ratings of items; reads the names of people. */
export type RatingsTables = Pick<Schema, 'item_ratings'> & {
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name'>;
};

export type Db = Kysely<RatingsTables>;

/** A person's rating of an item. */
export interface RatingKey {
  readonly mediaId: string;
  readonly userId: string;
}

/** Number of people who chose each face for an item, from the worst to the best. */
export interface CountedRating {
  readonly media_id: string;
  readonly counts: number[];
}

const counts = sql<number[]>`array[
  count(*) filter (where face = 1), count(*) filter (where face = 2), count(*) filter (where face = 3),
  count(*) filter (where face = 4), count(*) filter (where face = 5)]::int[]`;

function counted(db: Db, roomId: string) {
  return db
    .selectFrom('item_ratings')
    .select(['media_id', counts.as('counts')])
    .where('room_id', '=', roomId)
    .groupBy('media_id');
}

export function countRatings(db: Db, roomId: string, mediaIds: readonly string[]): Promise<CountedRating[]> {
  return counted(db, roomId).where('media_id', 'in', mediaIds).execute();
}

/** The most recently rated items of a room. */
export function listRated(db: Db, roomId: string, limit: number): Promise<CountedRating[]> {
  return counted(db, roomId).orderBy(sql`max(rated_at)`, 'desc').limit(limit).execute();
}

/** Replaces the ratings of these people and items. */
export async function replaceRatings(
  db: Db,
  replaced: readonly RatingKey[],
  ratings: readonly Insertable<RatingsTables['item_ratings']>[],
): Promise<void> {
  const [mediaIds, userIds] = [replaced.map(({ mediaId }) => mediaId), replaced.map(({ userId }) => userId)];
  const deleting = db
    .deleteFrom('item_ratings')
    .using(sql`unnest(${mediaIds}::text[], ${userIds}::text[])`.as<'old'>(sql`old (media_id, user_id)`))
    .where(sql<boolean>`item_ratings.media_id = old.media_id and item_ratings.user_id = old.user_id`)
    .execute();
  const inserting =
    ratings.length > 0 &&
    db
      .insertInto('item_ratings')
      .values([...ratings])
      .execute();
  await Promise.all([deleting, inserting]);
}

/** The people who rated an item, the latest first. */
export function listRaters(db: Db, roomId: string, mediaId: string, limit: number) {
  return db
    .selectFrom('item_ratings')
    .innerJoin('users', 'users.id', 'item_ratings.user_id')
    .select(['users.id', 'users.username', 'users.display_name', 'item_ratings.face', 'item_ratings.rated_at'])
    .where('room_id', '=', roomId)
    .where('media_id', '=', mediaId)
    .orderBy('rated_at', 'desc')
    .orderBy(sql`users.id`)
    .limit(limit)
    .execute();
}

export async function findFace(db: Db, mediaId: string, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('item_ratings')
    .select('face')
    .where('media_id', '=', mediaId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.face;
}

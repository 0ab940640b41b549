import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Place } from './loved.ts';

/** Owns to which places of films people reacted. */
export type FilmMomentsTables = Pick<Schema, 'film_moments'>;

export type MomentRow = Selectable<FilmMomentsTables['film_moments']>;

type Db = Kysely<FilmMomentsTables>;

/** Of what is known already the first reaction stays. */
export async function insertMoments(db: Db, rows: readonly MomentRow[]): Promise<void> {
  await db
    .insertInto('film_moments')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The places of an item by the number of people, most first; `limit` at most. */
export function listPlaces(db: Db, roomId: string, mediaId: string, limit: number): Promise<Place[]> {
  return db
    .selectFrom('film_moments')
    .select('place')
    .select(sql<number>`count(*)::int`.as('people'))
    .select(sql<string>`mode() within group (order by reaction_key)`.as('reactionKey'))
    .where('media_id', '=', mediaId)
    .where('room_id', '=', roomId)
    .groupBy('place')
    .orderBy('people', 'desc')
    .orderBy('place')
    .limit(limit)
    .execute();
}

export async function deleteOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('film_moments').where('user_id', '=', userId).execute();
}

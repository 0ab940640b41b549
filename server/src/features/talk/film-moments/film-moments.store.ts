import { type Kysely, type Selectable, sql } from 'kysely';
import { keyList } from '../../../store/batched-read.ts';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Place } from './loved.ts';

/** Owns the places of films that people reacted to. */
export type FilmMomentsTables = Pick<Schema, 'film_moments'>;

export type MomentRow = Selectable<FilmMomentsTables['film_moments']>;

type Db = Kysely<FilmMomentsTables>;

/** A person's first reaction to a place stays; later ones are dropped. */
export async function insertMoments(db: Db, rows: readonly MomentRow[]): Promise<void> {
  await db
    .insertInto('film_moments')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The places of items, most people first; at most `limit` per item. */
export async function listPlaces(
  db: Db,
  roomId: string,
  mediaIds: readonly string[],
  limit: number,
): Promise<(Place & { readonly mediaId: string })[]> {
  const { rows } = await sql<Place & { readonly mediaId: string }>`
    select "mediaId", place, people, "reactionKey" from (
      select media_id as "mediaId", place, count(*)::int as people,
        mode() within group (order by reaction_key) as "reactionKey",
        row_number() over (partition by media_id order by count(*) desc, place) as rank
      from film_moments where media_id = any(${keyList(mediaIds)}) and room_id = ${roomId}
      group by media_id, place
    ) ranked
    where rank <= ${limit} order by "mediaId", rank`.execute(db);
  return rows;
}

export async function deleteOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('film_moments').where('user_id', '=', userId).execute();
}

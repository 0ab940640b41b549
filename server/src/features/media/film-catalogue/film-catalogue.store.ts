import type { Kysely } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { CataloguedFilm } from './catalogued-film.ts';

/** Owns the catalogue's answers, and which items have its posters or reject its facts. */
export type CatalogueTables = Pick<Schema, 'catalogued_films' | 'item_posters' | 'rejected_films'>;

type Db = Kysely<CatalogueTables>;

/** A stored answer about a film, valid until `endsAt`. */
export type StoredAnswer = { readonly endsAt: Date } & (
  | { readonly state: 'asking' | 'none' | 'failed' }
  | { readonly state: 'found'; readonly film: CataloguedFilm }
);

/** The answer valid at `now`; undefined: missing or expired. */
export async function findAnswer(db: Db, key: string, now: Date): Promise<StoredAnswer | undefined> {
  const row = await db
    .selectFrom('catalogued_films')
    .select(['state', 'film', 'ends_at'])
    .where('key', '=', key)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const { state, film, ends_at: endsAt } = row;
  if (state === 'found') return { state, film: film as unknown as CataloguedFilm, endsAt };
  return { state: state as 'asking' | 'none' | 'failed', endsAt };
}

/** Claims the request for a film over all replicas, if no answer is stored. True for one caller. [FCA3] */
export async function claim(db: Db, key: string, now: Date, endsAt: Date): Promise<boolean> {
  const result = await db
    .insertInto('catalogued_films')
    .values({ key, state: 'asking', film: null, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ state: 'asking', film: null, ends_at: endsAt })
        .where('catalogued_films.ends_at', '<=', now),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Stores the catalogue's answer, or the lack of one. */
export async function putAnswer(db: Db, key: string, known: StoredAnswer): Promise<void> {
  const film = known.state === 'found' ? JSON.stringify(known.film) : null;
  await db
    .updateTable('catalogued_films')
    .set({ state: known.state, film, ends_at: known.endsAt })
    .where('key', '=', key)
    .execute();
}

/** Returns true when there may be more. */
export async function deleteEnded(db: Db, before: Date, most: number): Promise<boolean> {
  const old = db.selectFrom('catalogued_films').select('key').where('ends_at', '<', before).limit(most);
  const result = await db.deleteFrom('catalogued_films').where('key', 'in', old).executeTakeFirst();
  return result.numDeletedRows === BigInt(most);
}

export async function isRejected(db: Db, mediaId: string, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('rejected_films')
    .select('media_id')
    .where('media_id', '=', mediaId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

export async function reject(db: Db, mediaId: string, key: string): Promise<void> {
  await db
    .insertInto('rejected_films')
    .values({ media_id: mediaId, key })
    .onConflict((conflict) => conflict.column('media_id').doUpdateSet({ key }))
    .execute();
}

export async function putPoster(db: Db, mediaId: string, pictureId: string): Promise<void> {
  await db
    .insertInto('item_posters')
    .values({ media_id: mediaId, picture_id: pictureId })
    .onConflict((conflict) => conflict.column('media_id').doUpdateSet({ picture_id: pictureId }))
    .execute();
}

/** The id of the deleted poster; undefined: the item had none. */
export async function deletePoster(db: Db, mediaId: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('item_posters')
    .where('media_id', '=', mediaId)
    .returning('picture_id')
    .executeTakeFirst();
  return row?.picture_id;
}

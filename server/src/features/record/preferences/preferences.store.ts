import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** What accounts chose is this feature's own. */
export type PreferenceTables = Pick<Schema, 'user_preferences'>;

export type PreferencesRow = Omit<Selectable<Schema['user_preferences']>, 'user_id'>;

type Db = Kysely<PreferenceTables>;

export function findPreferences(db: Db, userId: string): Promise<PreferencesRow | undefined> {
  return db.selectFrom('user_preferences').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Puts `changes` over what is stored, or over `initial` where nothing is. */
export function putPreferences(
  db: Db,
  userId: string,
  initial: PreferencesRow,
  changes: Partial<PreferencesRow>,
): Promise<PreferencesRow> {
  return db
    .insertInto('user_preferences')
    .values({ user_id: userId, ...initial, ...changes })
    .onConflict((c) => c.column('user_id').doUpdateSet({ user_id: userId, ...changes }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

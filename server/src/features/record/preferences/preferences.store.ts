import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** This feature owns the preferences of accounts. */
export type PreferenceTables = Pick<Schema, 'user_preferences'>;

export type PreferencesRow = Omit<Selectable<Schema['user_preferences']>, 'user_id'>;

type Db = Kysely<PreferenceTables>;

export function findPreferences(db: Db, userId: string): Promise<PreferencesRow | undefined> {
  return db.selectFrom('user_preferences').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Stores `changes` over the stored preferences, or over `initial` if none are stored. */
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

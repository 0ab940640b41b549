import type { Kysely } from 'kysely';

export interface PreferencesRow {
  language: string;
  theme: number;
  email_notifications: boolean;
}

export interface PreferenceTables {
  user_preferences: PreferencesRow & { user_id: string };
}

type Db = Kysely<PreferenceTables>;

export function findPreferences(db: Db, userId: string): Promise<PreferencesRow | undefined> {
  return db
    .selectFrom('user_preferences')
    .select(['language', 'theme', 'email_notifications'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
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
    .returning(['language', 'theme', 'email_notifications'])
    .executeTakeFirstOrThrow();
}

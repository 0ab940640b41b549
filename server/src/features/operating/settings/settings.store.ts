import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/**
 * The tables of runtime settings. `settings` holds the values that differ from the default; those with secrets are
 * sealed: `{"sealed": "v1.…"}`.
 */
export type SettingsTables = Pick<Schema, 'settings' | 'settings_state' | 'settings_history'>;

type Db = Kysely<SettingsTables>;

/** The stored settings and their version, read atomically. */
export interface StoredSettings {
  readonly version: number;
  readonly values: ReadonlyMap<string, unknown>;
}

/** One change, as it is written and read. */
export interface HistoryRow {
  readonly key: string;
  readonly version: number;
  readonly from_value: unknown;
  readonly to_value: unknown;
  readonly secret_changed: boolean;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly at: Date;
}

/** Reads values and version in one statement, so that they match. */
export async function readSettings(db: Db): Promise<StoredSettings> {
  const rows = await db
    .selectFrom('settings_state')
    .leftJoin('settings', (join) => join.onTrue())
    .select(['settings_state.version', 'settings.key', 'settings.value'])
    .execute();
  const values = new Map<string, unknown>();
  for (const { key, value } of rows) if (key !== null) values.set(key, value);
  return { version: rows[0]?.version ?? 0, values };
}

/** Locks the settings until the transaction ends, waiting for other writers. @returns the current version. */
export async function lockVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom('settings_state')
    .select('version')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return version;
}

/** Stores the version and announces it to every replica when the transaction commits. */
export async function putVersion(db: Db, version: number, channel: string): Promise<void> {
  await db.updateTable('settings_state').set({ version }).execute();
  await sql`select pg_notify(${channel}, ${String(version)})`.execute(db);
}

export async function putSetting(db: Db, key: string, value: unknown, at: Date): Promise<void> {
  const columns = { value: JSON.stringify(value), updated_at: at };
  await db
    .insertInto('settings')
    .values({ key, ...columns })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(columns))
    .execute();
}

export async function deleteSetting(db: Db, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}

export async function insertHistory(db: Db, row: HistoryRow): Promise<void> {
  const { from_value, to_value, ...rest } = row;
  await db
    .insertInto('settings_history')
    .values({ ...rest, from_value: JSON.stringify(from_value), to_value: JSON.stringify(to_value) })
    .execute();
}

/** Changes of `key`, newest first; `beforeVersion` 0: from the newest. */
export function listHistory(db: Db, key: string, beforeVersion: number, limit: number): Promise<HistoryRow[]> {
  return db
    .selectFrom('settings_history')
    .selectAll()
    .where('key', '=', key)
    .$if(beforeVersion > 0, (query) => query.where('version', '<', beforeVersion))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
}

/** Deletes changes from before `before`, but never the newest one of a key. */
export async function deleteHistoryBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('settings_history as old')
    .where('at', '<', before)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('settings_history as newer')
          .select('newer.key')
          .whereRef('newer.key', '=', 'old.key')
          .whereRef('newer.version', '>', 'old.version'),
      ),
    )
    .execute();
}

/** The newest change of every key that was ever changed. */
export function lastChanges(db: Db): Promise<HistoryRow[]> {
  return db
    .selectFrom('settings_history')
    .distinctOn('key')
    .selectAll()
    .orderBy('key')
    .orderBy('version', 'desc')
    .execute();
}

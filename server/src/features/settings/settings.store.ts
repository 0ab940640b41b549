import type { ColumnType, Generated, Kysely } from 'kysely';

export interface SettingsTables {
  settings: { key: string; value: ColumnType<unknown, string, string>; updated_at: Generated<Date> };
}

export async function readSettings(db: Kysely<SettingsTables>): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

export async function insertSettings(
  db: Kysely<SettingsTables>,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  if (rows.length > 0)
    await db
      .insertInto('settings')
      .values(rows)
      .onConflict((c) => c.doNothing())
      .execute();
}

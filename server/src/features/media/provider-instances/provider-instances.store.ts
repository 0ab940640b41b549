import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns the instances. Counts the accounts and items at an instance, and deletes these accounts. */
export interface InstanceTables {
  provider_instances: Schema['provider_instances'];
  provider_accounts: Pick<Schema['provider_accounts'], 'id' | 'instance_name'>;
  media: Pick<Schema['media'], 'id' | 'source'>;
}

export type InstanceRow = Selectable<Schema['provider_instances']>;

export type Db = Kysely<InstanceTables>;

/** By name. */
export function listInstances(db: Db): Promise<InstanceRow[]> {
  return db.selectFrom('provider_instances').selectAll().orderBy('name').execute();
}

export function findInstance(db: Db, name: string): Promise<InstanceRow | undefined> {
  return db.selectFrom('provider_instances').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Locks the instance until the transaction ends. */
export function lockInstance(db: Db, name: string): Promise<InstanceRow | undefined> {
  return db.selectFrom('provider_instances').selectAll().where('name', '=', name).forNoKeyUpdate().executeTakeFirst();
}

export async function countInstances(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('provider_instances')
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** False if the name is taken. */
export async function insertInstance(db: Db, row: InstanceRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('provider_instances')
    .values(row)
    .onConflict((c) => c.column('name').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateInstance(db: Db, { name, ...row }: InstanceRow): Promise<void> {
  await db.updateTable('provider_instances').set(row).where('name', '=', name).execute();
}

export async function deleteInstance(db: Db, name: string): Promise<void> {
  await db.deleteFrom('provider_instances').where('name', '=', name).execute();
}

/** Numbers of accounts signed in at an instance, and of items that refer to it. */
export async function countUses(db: Db, name: string): Promise<{ accounts: number; items: number }> {
  const count = sql<number>`count(*)::int`.as('n');
  const [accounts, items] = await Promise.all([
    db.selectFrom('provider_accounts').select(count).where('instance_name', '=', name).executeTakeFirstOrThrow(),
    db
      .selectFrom('media')
      .select(count)
      .where(sql<string>`source->>'providerInstanceName'`, '=', name)
      .executeTakeFirstOrThrow(),
  ]);
  return { accounts: accounts.n, items: items.n };
}

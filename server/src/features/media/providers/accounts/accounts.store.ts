import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../../store/gen/schema.ts';

/** Owns the accounts with providers. */
export type ProviderTables = Pick<Schema, 'provider_accounts'>;

export type AccountRow = Selectable<Schema['provider_accounts']>;

type Db = Kysely<ProviderTables>;

export function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('provider_accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findSameAccount(
  db: Db,
  { user_id, provider, instance_name, host, name }: Omit<AccountRow, 'id' | 'sealed_credentials' | 'created_at'>,
): Promise<AccountRow | undefined> {
  return db
    .selectFrom('provider_accounts')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .where('instance_name', '=', instance_name)
    .where('host', '=', host)
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Oldest first. Without `provider`: the accounts with all providers. */
export function listAccounts(db: Db, userId: string, provider?: string): Promise<AccountRow[]> {
  return db
    .selectFrom('provider_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider!))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function putAccount(db: Db, row: AccountRow): Promise<void> {
  await db
    .insertInto('provider_accounts')
    .values(row)
    .onConflict((c) => c.column('id').doUpdateSet({ sealed_credentials: row.sealed_credentials }))
    .execute();
}

/** Does nothing if the account is gone. */
export async function updateCredentials(db: Db, id: string, sealed_credentials: string): Promise<void> {
  await db.updateTable('provider_accounts').set({ sealed_credentials }).where('id', '=', id).execute();
}

/** False if the account was gone. */
export async function deleteAccount(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('provider_accounts').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Deletes the accounts that were signed in at an instance. @returns their number. */
export async function deleteAccountsAt(db: Db, name: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('provider_accounts')
    .where('instance_name', '=', name)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

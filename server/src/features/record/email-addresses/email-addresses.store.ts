import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** This feature owns the confirmed addresses. */
export type EmailAddressTables = Pick<Schema, 'user_emails'>;

export type EmailAddressRow = Selectable<Schema['user_emails']>;

type Db = Kysely<EmailAddressTables>;

export function findEmail(db: Db, userId: string): Promise<EmailAddressRow | undefined> {
  return db.selectFrom('user_emails').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export function findEmailByKey(db: Db, key: string): Promise<EmailAddressRow | undefined> {
  return db.selectFrom('user_emails').selectAll().where('key', '=', key).executeTakeFirst();
}

/** Sets the account's address, replacing its earlier one. @throws unique violation if another account has it. */
export async function putEmail(db: Db, row: EmailAddressRow): Promise<void> {
  const { address, key, verified_at } = row;
  await db
    .insertInto('user_emails')
    .values(row)
    .onConflict((c) => c.column('user_id').doUpdateSet({ address, key, verified_at }))
    .execute();
}

/** Deletes the address and returns it. */
export function deleteEmail(db: Db, userId: string): Promise<EmailAddressRow | undefined> {
  return db.deleteFrom('user_emails').where('user_id', '=', userId).returningAll().executeTakeFirst();
}

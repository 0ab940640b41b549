import type { Kysely } from 'kysely';

export interface EmailAddressTables {
  user_emails: { user_id: string; address: string; key: string; verified_at: Date };
}

export type EmailAddressRow = EmailAddressTables['user_emails'];

type Db = Kysely<EmailAddressTables>;

export function findEmail(db: Db, userId: string): Promise<EmailAddressRow | undefined> {
  return db.selectFrom('user_emails').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export function findEmailByKey(db: Db, key: string): Promise<EmailAddressRow | undefined> {
  return db.selectFrom('user_emails').selectAll().where('key', '=', key).executeTakeFirst();
}

/** Gives the account the address in place of the one it has. @throws unique violation when another account has it. */
export async function putEmail(db: Db, row: EmailAddressRow): Promise<void> {
  const { address, key, verified_at } = row;
  await db
    .insertInto('user_emails')
    .values(row)
    .onConflict((c) => c.column('user_id').doUpdateSet({ address, key, verified_at }))
    .execute();
}

/** The address that was taken away. */
export function deleteEmail(db: Db, userId: string): Promise<EmailAddressRow | undefined> {
  return db.deleteFrom('user_emails').where('user_id', '=', userId).returningAll().executeTakeFirst();
}

import type { Kysely } from 'kysely';

export interface EmailTables {
  user_emails: { user_id: string; address: string; key: string; verified_at: Date };
  email_requests: {
    id: string;
    purpose: string;
    address: string;
    key: string;
    user_id: string;
    language: string;
    created_at: Date;
  };
}

export type EmailRow = EmailTables['user_emails'];
export type EmailRequestRow = EmailTables['email_requests'];

type Db = Kysely<EmailTables>;

export function findEmail(db: Db, userId: string): Promise<EmailRow | undefined> {
  return db.selectFrom('user_emails').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export function findEmailByKey(db: Db, key: string): Promise<EmailRow | undefined> {
  return db.selectFrom('user_emails').selectAll().where('key', '=', key).executeTakeFirst();
}

/** Gives the account the address in place of the one it has. @throws unique violation when another account has it. */
export async function putEmail(db: Db, row: EmailRow): Promise<void> {
  const { address, key, verified_at } = row;
  await db
    .insertInto('user_emails')
    .values(row)
    .onConflict((c) => c.column('user_id').doUpdateSet({ address, key, verified_at }))
    .execute();
}

/** The address that was taken away. */
export function deleteEmail(db: Db, userId: string): Promise<EmailRow | undefined> {
  return db.deleteFrom('user_emails').where('user_id', '=', userId).returningAll().executeTakeFirst();
}

export async function insertRequest(db: Db, row: EmailRequestRow): Promise<void> {
  await db.insertInto('email_requests').values(row).execute();
}

/** Takes the oldest requests, each for one caller. They are back when the transaction fails. */
export function takeRequests(db: Db, limit: number): Promise<EmailRequestRow[]> {
  return db
    .deleteFrom('email_requests')
    .where('id', 'in', (eb) =>
      eb.selectFrom('email_requests').select('id').orderBy('id').limit(limit).forUpdate().skipLocked(),
    )
    .returningAll()
    .execute();
}

/** The newest address that a user asked to confirm and that was not worked on yet. */
export function findVerificationRequest(
  db: Db,
  userId: string,
): Promise<{ address: string; created_at: Date } | undefined> {
  return db
    .selectFrom('email_requests')
    .select(['address', 'created_at'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verification')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

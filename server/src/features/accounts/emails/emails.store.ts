import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** This store owns the requests for mails. */
export type EmailTables = Pick<Schema, 'email_requests'>;

export type EmailRequestRow = Selectable<Schema['email_requests']>;

type Db = Kysely<EmailTables>;

export async function insertRequest(db: Db, row: EmailRequestRow): Promise<void> {
  await db.insertInto('email_requests').values(row).execute();
}

/** Takes the oldest requests; no other caller gets the same ones. They return if the transaction fails. */
export function takeRequests(db: Db, limit: number): Promise<EmailRequestRow[]> {
  return db
    .deleteFrom('email_requests')
    .where('id', 'in', (eb) =>
      eb.selectFrom('email_requests').select('id').orderBy('id').limit(limit).forNoKeyUpdate().skipLocked(),
    )
    .returningAll()
    .execute();
}

/** The newest address that a user has requested to confirm and that the worker has not handled yet. */
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

import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** This store owns the mailed codes. */
export type EmailTokenTables = Pick<Schema, 'email_tokens'>;

/** A code that still has attempts left. */
export type TriedToken = Pick<Selectable<Schema['email_tokens']>, 'id' | 'user_id' | 'address' | 'language' | 'hash'>;

type Db = Kysely<EmailTokenTables>;

export async function insertToken(
  db: Db,
  row: Omit<Insertable<Schema['email_tokens']>, 'tries' | 'used_at'>,
): Promise<void> {
  await db.insertInto('email_tokens').values(row).execute();
}

/**
 * Counts an attempt at every code of a subject. Returns the codes that had an attempt left. The rows stay locked until
 * the transaction ends, so concurrent attempts run sequentially. All attempts lock in the same order, so that they
 * cannot deadlock.
 */
export async function countTry(
  db: Db,
  purpose: string,
  subject: string,
  maxTries: number,
  now: Date,
): Promise<TriedToken[]> {
  const rows = await db
    .selectFrom('email_tokens')
    .select(['id', 'user_id', 'address', 'language', 'hash'])
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('tries', '<', maxTries)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await db
      .updateTable('email_tokens')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('id', 'in', ids)
      .execute();
  return rows;
}

/** Uses up a code, and deletes the others of its purpose and subject. */
export async function useToken(db: Db, purpose: string, subject: string, id: string, now: Date): Promise<void> {
  await db.updateTable('email_tokens').set({ used_at: now }).where('id', '=', id).execute();
  await db
    .deleteFrom('email_tokens')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('id', '!=', id)
    .where('used_at', 'is', null)
    .execute();
}

/** Whether a code with this hash was used and is still stored. */
export async function isTokenUsed(db: Db, purpose: string, subject: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('email_tokens')
    .select('id')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('hash', '=', hash)
    .where('used_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes all codes that were mailed for a user's account so far. */
export async function deleteTokensOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('email_tokens').where('user_id', '=', userId).execute();
}

export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_tokens').where('expires_at', '<=', now).execute();
}

/** The newest address that a user has requested to verify and has not verified yet. */
export function findPending(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ address: string; expires_at: Date } | undefined> {
  return db
    .selectFrom('email_tokens')
    .select(['address', 'expires_at'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verification')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

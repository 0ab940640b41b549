import type { Insertable, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** This feature owns the waiting mails. */
export type MailTables = Pick<Schema, 'mails'>;

/** A mail that this process has claimed. */
export type ClaimedMail = Pick<Selectable<Schema['mails']>, 'id' | 'purpose' | 'sealed' | 'attempts'>;

type Db = Kysely<MailTables>;

export async function insertMail(db: Db, row: Omit<Insertable<Schema['mails']>, 'attempts'>): Promise<void> {
  await db.insertInto('mails').values(row).execute();
}

/** Claims up to `limit` due mails until `claimedUntil`; no other caller gets the same ones. */
export function claimMails(db: Db, now: Date, claimedUntil: Date, limit: number): Promise<ClaimedMail[]> {
  return db
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: claimedUntil }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('next_attempt_at', '<=', now)
        .where('expires_at', '>', now)
        .orderBy('next_attempt_at')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning(['id', 'purpose', 'sealed', 'attempts'])
    .execute();
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

export async function postponeMail(db: Db, id: string, nextAttemptAt: Date): Promise<void> {
  await db.updateTable('mails').set({ next_attempt_at: nextAttemptAt }).where('id', '=', id).execute();
}

/** Returns the purpose of each expired mail. */
export async function deleteExpiredMails(db: Db, now: Date): Promise<string[]> {
  const rows = await db.deleteFrom('mails').where('expires_at', '<=', now).returning('purpose').execute();
  return rows.map(({ purpose }) => purpose);
}

export async function countMails(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern } from '../../../store/queries/like-pattern.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';
import type { Credential } from './registrations.port.ts';

/** This feature owns the sign-ups under review. */
export interface RegistrationTables {
  registration_reviews: Narrowed<Schema['registration_reviews'], { credentials: Credential[] }>;
}

type Db = Kysely<RegistrationTables>;

/**
 * A literal in the statement's text. With a parameter, PostgreSQL could not use the index, which covers only pending
 * rows.
 */
const pending = sql.lit('pending');

/** @throws unique violation if another applicant has reserved the name. */
export async function insertReview(
  db: Db,
  row: Pick<
    Selectable<RegistrationTables['registration_reviews']>,
    'id' | 'user_id' | 'username' | 'chosen_name' | 'username_key' | 'method' | 'email' | 'language' | 'created_at'
  > & { credentials: readonly Credential[] },
): Promise<void> {
  await db
    .insertInto('registration_reviews')
    .values({ ...row, credentials: JSON.stringify(row.credentials) })
    .execute();
}

export async function isNamePending(db: Db, usernameKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('registration_reviews')
    .select('id')
    .where('username_key', '=', usernameKey)
    .where('status', '=', pending)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Id of a pending review whose credential has every field of `credential`. Callers with the same credential wait until
 * the transaction ends, and then see its changes.
 */
export async function findOwnReview(db: Db, credential: Credential): Promise<string | undefined> {
  const wanted = JSON.stringify([credential]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${wanted}, 0))`.execute(db);
  const row = await db
    .selectFrom('registration_reviews')
    .select('id')
    .where('status', '=', pending)
    .where(sql<boolean>`credentials @> ${wanted}::jsonb`)
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

export type ReviewRow = Omit<Selectable<RegistrationTables['registration_reviews']>, 'username_key'>;

/** Pending ones oldest first, others newest first. `search`: part of a username in its comparison form. */
export function listReviews(db: Db, page: { status: string; search: string } & Page) {
  const pattern = containsPattern(page.search);
  const found = db
    .selectFrom('registration_reviews')
    .where('status', '=', page.status)
    .$if(page.search !== '', (query) => query.where('username_key', 'like', pattern));
  return readPage(found.selectAll().orderBy('id', page.status === 'pending' ? 'asc' : 'desc'), page);
}

/** Locks the review. If two administrators decide at the same time, the second one sees the first one's decision. */
export function lockReview(db: Db, id: string): Promise<ReviewRow | undefined> {
  return db.selectFrom('registration_reviews').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Stores the decision and deletes the credentials. */
export async function decideReview(
  db: Db,
  id: string,
  decision: { status: 'approved' | 'rejected'; decided_at: Date; decided_by: string; reason: string },
): Promise<void> {
  await db
    .updateTable('registration_reviews')
    .set({ ...decision, credentials: '[]' })
    .where('id', '=', id)
    .execute();
}

import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../store/gen/schema.ts';
import { containsPattern } from '../../store/like-pattern.ts';
import type { Narrowed } from '../../store/narrowed.ts';
import { type Page, readPage } from '../../store/page.ts';
import type { Credential } from './registrations.port.ts';

/** Sign-ups under review are this feature's own. */
export interface RegistrationTables {
  registration_reviews: Narrowed<Schema['registration_reviews'], { credentials: Credential[] }>;
}

type Db = Kysely<RegistrationTables>;

/** In the text of a statement: a plan for all values could not tell that the index, of those that wait only, serves it. */
const pending = sql.lit('pending');

/** False when somebody else waits for the name. */
export async function insertReview(
  db: Db,
  row: Pick<
    Selectable<RegistrationTables['registration_reviews']>,
    'id' | 'user_id' | 'username' | 'username_key' | 'method' | 'email' | 'language' | 'created_at'
  > & { credentials: readonly Credential[] },
): Promise<boolean> {
  const result = await db
    .insertInto('registration_reviews')
    .values({ ...row, credentials: JSON.stringify(row.credentials) })
    .onConflict((c) => c.column('username_key').where('status', '=', pending).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
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
 * Id of a pending review with a credential that has everything that `credential` has. Others who ask for the same one wait until
 * the transaction ends, and see what it added.
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

/** Pending ones oldest first, others newest first. `search`: part of a username in the form in which they are compared. */
export function listReviews(db: Db, page: { status: string; search: string } & Page) {
  const pattern = containsPattern(page.search);
  const found = db
    .selectFrom('registration_reviews')
    .where('status', '=', page.status)
    .$if(page.search !== '', (query) => query.where('username_key', 'like', pattern));
  return readPage(found.selectAll().orderBy('id', page.status === 'pending' ? 'asc' : 'desc'), page);
}

/** Locks the review, so that of two who decide at once the second sees what the first did. */
export function lockReview(db: Db, id: string): Promise<ReviewRow | undefined> {
  return db.selectFrom('registration_reviews').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Writes the decision down and forgets the credentials. */
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

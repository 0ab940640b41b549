import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** A row of `users`. */
export interface UserRow {
  id: string;
  username: string;
  username_key: string;
  role: number;
  banned: boolean;
  password_record: string | null;
  password_suite: string | null;
  credential_version: number;
  created_at: Date;
}

export interface UserTables {
  users: UserRow;
}

type Db = Kysely<UserTables>;

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findUserByKey(db: Db, usernameKey: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('username_key', '=', usernameKey).executeTakeFirst();
}

/** False when the username is taken. */
export async function insertUser(db: Db, row: UserRow): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values(row)
    .onConflict((c) => c.column('username_key').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Undefined when there is no such user. @throws unique violation when another account holds the name. */
export function updateUsername(
  db: Db,
  id: string,
  username: string,
  usernameKey: string,
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ username, username_key: usernameKey })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function updatePasswordRecord(
  db: Db,
  id: string,
  record: string | null,
  suite: string | null,
): Promise<void> {
  await db.updateTable('users').set({ password_record: record, password_suite: suite }).where('id', '=', id).execute();
}

/** Gives the new version. */
export async function incrementCredentialVersion(db: Db, id: string): Promise<number> {
  const { credential_version } = await db
    .updateTable('users')
    .set((eb) => ({ credential_version: eb('credential_version', '+', 1) }))
    .where('id', '=', id)
    .returning('credential_version')
    .executeTakeFirstOrThrow();
  return credential_version;
}

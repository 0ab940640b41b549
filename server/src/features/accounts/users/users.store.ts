import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** This feature owns the accounts. */
export type UserTables = Pick<Schema, 'users'>;

/** An account. `username_key` is null after its deletion: the name is then free. */
export type UserRow = Selectable<Schema['users']>;

type Db = Kysely<UserTables>;

/** An account that is not deleted. */
export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/**
 * Locks an account that is not erased, and all active roots, until the transaction ends. The lock order is always the
 * same, so that transactions cannot deadlock.
 */
export function lockUserAndRoots(db: Db, id: string): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('erased_at', 'is', null)
    .where((e) =>
      e.or([
        e('id', '=', id),
        e.and([e('role', '=', UserRole.ROOT), e('banned', '=', false), e('deleted_at', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export type UserChange = Partial<
  Pick<
    UserRow,
    | 'role'
    | 'banned'
    | 'deleted_at'
    | 'erased_at'
    | 'username'
    | 'username_key'
    | 'chosen_name'
    | 'password_record'
    | 'password_suite'
  >
>;

/** @throws unique violation if another account has the name. */
export function changeUser(db: Db, id: string, change: UserChange): Promise<UserRow | undefined> {
  return db.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirst();
}

export function lockUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function updateAvatar(db: Db, id: string, avatar: string | null): Promise<UserRow> {
  return db.updateTable('users').set({ avatar }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export function findUserByKey(db: Db, usernameKey: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('username_key', '=', usernameKey).executeTakeFirst();
}

/** Locks a name until the transaction ends. Others who want it wait, and then see the transaction's changes. */
export async function lockName(db: Db, usernameKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`username:${usernameKey}`}, 0))`.execute(db);
}

/** False if the username is taken. */
export async function insertUser(db: Db, { avatar: _, display_name: _made, ...row }: UserRow): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values(row)
    .onConflict((c) => c.column('username_key').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}

/** Counts accounts, including deleted ones, except those that replace erased accounts. */
export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function listAdministrators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '>', UserRole.USER)
    .where('banned', '=', false)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function updatePassword(
  db: Db,
  id: string,
  password: Pick<UserRow, 'password_record' | 'password_suite' | 'password_mailed_at'>,
): Promise<void> {
  await db.updateTable('users').set(password).where('id', '=', id).execute();
}

/** Clears the mark that the password was mailed, if the credentials still have this version. */
export async function trustPassword(db: Db, id: string, version: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_mailed_at: null })
    .where('id', '=', id)
    .where('credential_version', '=', version)
    .execute();
}

/**
 * Returns the new version of the credentials. A deleted account created by a name only counts as one without a
 * credential.
 */
export async function incrementCredentialVersion(db: Db, id: string): Promise<number> {
  const { credential_version } = await db
    .updateTable('users')
    .set((eb) => ({
      credential_version: eb('credential_version', '+', 1),
      instant: sql<boolean>`instant and deleted_at is not null`,
    }))
    .where('id', '=', id)
    .returning('credential_version')
    .executeTakeFirstOrThrow();
  return credential_version;
}

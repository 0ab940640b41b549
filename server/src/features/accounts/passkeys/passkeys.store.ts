import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** This feature owns the passkeys. */
export type PasskeyTables = Pick<Schema, 'passkeys'>;

export type PasskeyRow = Selectable<Schema['passkeys']>;

type Db = Kysely<PasskeyTables>;

export function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** The passkeys of a user, the oldest first. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute();
}

export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('passkeys').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** False if an account already has this passkey. */
export async function insertPasskey(db: Db, row: PasskeyRow): Promise<boolean> {
  const result = await db
    .insertInto('passkeys')
    .values(row)
    .onConflict((c) => c.column('credential_id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * Stores the counter of a use. False if a later use was already stored: of two uses with one counter, only one counts.
 */
export async function advanceCounter(
  db: Db,
  credentialId: string,
  { counter, isSynced, at }: { counter: number; isSynced: boolean; at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ counter, is_synced: isSynced, last_used_at: at })
    .where('credential_id', '=', credentialId)
    .$if(counter > 0, (query) => query.where('counter', '<', counter))
    .$if(counter === 0, (query) => query.where('counter', '=', 0))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Undefined if the user has no such passkey. */
export function renamePasskey(
  db: Db,
  userId: string,
  credentialId: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('credential_id', '=', credentialId)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** False if the user has no such passkey. */
export async function deletePasskey(db: Db, userId: string, credentialId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('passkeys')
    .where('credential_id', '=', credentialId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

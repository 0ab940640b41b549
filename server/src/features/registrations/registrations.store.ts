import type { ColumnType, Kysely } from 'kysely';
import type { Credential } from './registrations.port.ts';

export interface RegistrationTables {
  registration_reviews: {
    id: string;
    user_id: string;
    username: string;
    username_key: string;
    method: string;
    credentials: ColumnType<Credential[], string, string>;
    email: string;
    created_at: Date;
    status: ColumnType<string, never, string>;
    decided_at: ColumnType<Date | null, never, Date>;
    decided_by: ColumnType<string | null, never, string>;
    reason: ColumnType<string, never, string>;
  };
}

type Db = Kysely<RegistrationTables>;

/** False when somebody else waits for the name. */
export async function insertReview(
  db: Db,
  row: Pick<
    RegistrationTables['registration_reviews'],
    'id' | 'user_id' | 'username' | 'username_key' | 'method' | 'email' | 'created_at'
  > & { credentials: readonly Credential[] },
): Promise<boolean> {
  const result = await db
    .insertInto('registration_reviews')
    .values({ ...row, credentials: JSON.stringify(row.credentials) })
    .onConflict((c) => c.column('username_key').where('status', '=', 'pending').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function isNamePending(db: Db, usernameKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('registration_reviews')
    .select('id')
    .where('username_key', '=', usernameKey)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return row !== undefined;
}

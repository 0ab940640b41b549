import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** Owns the tables of second factors. Locks accounts, so that changes to one account's factors run sequentially. */
export interface MfaTables extends Pick<Schema, 'two_factor_accounts' | 'totp_factors' | 'recovery_codes'> {
  users: Pick<Schema['users'], 'id'>;
}

export type TotpRow = Selectable<Schema['totp_factors']>;

type Db = Kysely<MfaTables>;

/**
 * Locks the account: changes to its factors wait for each other until the transaction ends. False if there is no such
 * account.
 */
export async function lockAccount(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  return row !== undefined;
}

export async function isTwoFactorEnabled(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('two_factor_accounts')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** False if two-factor sign-in was already on. */
export async function enableTwoFactor(db: Db, userId: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('two_factor_accounts')
    .values({ user_id: userId, enabled_at: now })
    .onConflict((c) => c.column('user_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** False if two-factor sign-in was already off. */
export async function disableTwoFactor(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('two_factor_accounts')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export function findTotp(db: Db, userId: string): Promise<TotpRow | undefined> {
  return db.selectFrom('totp_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** False if the account already has an authenticator app. */
export async function insertTotp(db: Db, row: TotpRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('totp_factors')
    .values(row)
    .onConflict((c) => c.column('user_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Removes the app and its recovery codes. False if there was none. */
export async function deleteTotp(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('totp_factors').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows === 1n;
}

/**
 * Uses up a time step. Of many callers with a code of one step, exactly one gets true. Earlier steps never get true.
 */
export async function takeStep(db: Db, { user_id, secret }: TotpRow, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute();
}

/** Uses up a recovery code. Of many callers with the same code, exactly one gets true. */
export async function takeRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('totp_factors', {
      file: 'authenticator-app',
      of: 'user_id',
      order: 'created_at',
      columns: ['created_at'],
      leftOut: { user_id: 'the person themselves', secret: 'a secret', last_step: 'belongs to the secret' },
    }),
    ownRows('two_factor_accounts', {
      file: 'two-factor',
      of: 'user_id',
      order: 'enabled_at',
      columns: ['enabled_at'],
      leftOut: { user_id: 'the person themselves' },
    }),
  ],
  leftOut: { recovery_codes: 'digests of secrets' },
};

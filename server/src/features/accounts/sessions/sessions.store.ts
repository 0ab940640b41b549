import { type Insertable, type Kysely, sql } from 'kysely';
import { keyList } from '../../../store/batched-read.ts';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns sessions and refresh tokens, and reads their users. */
export interface SessionTables extends Pick<Schema, 'sessions' | 'refresh_tokens'> {
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'role' | 'banned' | 'credential_version'>;
}

type Db = Kysely<SessionTables>;

/** A session that has not ended, with its user. */
export interface LiveSession {
  readonly id: string;
  readonly user_id: string;
  readonly username: string;
  readonly display_name: string;
  readonly role: number;
  readonly banned: boolean;
}

/**
 * Sessions by id that have not ended: a session ends when it is revoked or the user's credentials change. Nearly every
 * call runs this, so it is plain SQL.
 */
export async function findLiveSessions(db: Db, sessionIds: readonly string[]): Promise<Map<string, LiveSession>> {
  const { rows } = await sql<LiveSession>`
    select s.id, s.user_id, u.username, u.display_name, u.role, u.banned
    from sessions s
    join users u on u.id = s.user_id and u.credential_version = s.credential_version
    where s.id = any(${keyList(sessionIds)}) and s.revoked_at is null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findLiveSession(db: Db, sessionId: string): Promise<LiveSession | undefined> {
  return (await findLiveSessions(db, [sessionId])).get(sessionId);
}

export async function insertSession(db: Db, row: Insertable<Schema['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
}

export async function insertRefreshToken(db: Db, row: Insertable<Schema['refresh_tokens']>): Promise<void> {
  await db.insertInto('refresh_tokens').values(row).execute();
}

/**
 * Uses up a refresh token. Of many callers, exactly one gets it. Undefined if the token is unknown, expired or used.
 */
export function useRefreshToken(db: Db, hash: Buffer, now: Date) {
  return db
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('session_id')
    .executeTakeFirst();
}

/** The user whose session this refresh token can prolong now; undefined if the token would be refused. */
export async function findRefresher(db: Db, hash: Buffer, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'sessions.user_id')
        .onRef('users.credential_version', '=', 'sessions.credential_version'),
    )
    .select('users.id')
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .where('banned', '=', false)
    .executeTakeFirst();
  return row?.id;
}

export function findRefreshToken(db: Db, hash: Buffer) {
  return db.selectFrom('refresh_tokens').selectAll().where('hash', '=', hash).executeTakeFirst();
}

export async function touchSession(db: Db, sessionId: string, address: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now, address }).where('id', '=', sessionId).execute();
}

/** Sessions of a user that have not ended and were used since `since`, most recently used first. */
export function listLiveSessions(db: Db, userId: string, since: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('sessions')
    .where('sessions.user_id', '=', userId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.last_used_at', '>', since)
    .whereRef('users.credential_version', '=', 'sessions.credential_version')
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(100)
    .execute();
}

/** IP addresses from which the sessions of a user, including ended ones, were last used. */
export async function listAddresses(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('address')
    .distinct()
    .where('user_id', '=', userId)
    .limit(100)
    .execute();
  return rows.map(({ address }) => address);
}

/** Selects sessions: one by its id, one only if it belongs to the user, or all of a user except `keepSessionId`. */
export interface WhichSessions {
  readonly sessionId?: string;
  readonly userId?: string;
  readonly keepSessionId?: string | undefined;
}

/**
 * Ends sessions and returns the ids of those that had not ended before. @throws Error if neither a session nor a user
 * is given: a bug.
 */
export async function revokeSessions(
  db: Db,
  { sessionId, userId, keepSessionId }: WhichSessions,
  now: Date,
): Promise<string[]> {
  if (sessionId === undefined && userId === undefined) throw new Error('whose sessions end is not said');
  const rows = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId!))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .$if(keepSessionId !== undefined, (query) => query.where('id', '!=', keepSessionId!))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Keeps a session valid after a change of credentials. */
export async function renewSession(db: Db, sessionId: string, credentialVersion: number): Promise<void> {
  await db.updateTable('sessions').set({ credential_version: credentialVersion }).where('id', '=', sessionId).execute();
}

/** Deletes sessions that can no longer be refreshed. */
export async function deleteEndedSessions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('expires_at', '<', before).execute();
  await db
    .deleteFrom('sessions')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('refresh_tokens').select('hash').whereRef('session_id', '=', 'sessions.id'))),
    )
    .execute();
}

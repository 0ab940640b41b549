import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** This feature owns no table. */
export interface InstantAccountTables extends Pick<Schema, 'users' | 'sessions' | 'refresh_tokens'> {}

/**
 * Abandoned accounts: created by a name only before `madeBefore`, without a server role, and without a refresh token
 * that is valid at `now`. `id`: only this account.
 */
export async function listAbandoned(
  db: Kysely<InstantAccountTables>,
  { now, madeBefore, limit, id }: { now: Date; madeBefore: Date; limit: number; id?: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where(sql<boolean>`users.instant`)
    // Administrators are never erased automatically.
    .where('users.role', '=', UserRole.USER)
    .where('users.deleted_at', 'is', null)
    .where('users.created_at', '<', madeBefore)
    .$if(id !== undefined, (query) => query.where('users.id', '=', id!))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sessions')
            .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
            .select('sessions.id')
            .whereRef('sessions.user_id', '=', 'users.id')
            .whereRef('sessions.credential_version', '=', 'users.credential_version')
            .where('sessions.revoked_at', 'is', null)
            .where('refresh_tokens.used_at', 'is', null)
            .where('refresh_tokens.expires_at', '>', now),
        ),
      ),
    )
    .orderBy('users.created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

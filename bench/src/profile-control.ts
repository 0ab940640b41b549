/** The least work for `GetProfile`: checks the token and runs the same two queries, without our code around them. */
import { createSecretKey } from 'node:crypto';
import { findLiveSession, type SessionTables } from '@matinee/server/features/accounts/sessions/sessions.store.ts';
import { findUser, type UserRow, type UserTables } from '@matinee/server/features/accounts/users/users.store.ts';
import { jwtVerify } from 'jose';
import type { Kysely } from 'kysely';
import { type DatabasePlace, openKysely } from './database.ts';
import { benchJwtSecret } from './server-process.ts';

/** Makes a function that reads the user of a bearer token. @throws Error for an invalid token. */
export function makeProfileReader(place: DatabasePlace): (authorization: string) => Promise<UserRow> {
  const db: Kysely<unknown> = openKysely(place);
  const key = createSecretKey(Buffer.from(benchJwtSecret));
  const claims = {
    algorithms: ['HS256'],
    issuer: 'matinee',
    audience: 'matinee/access',
    requiredClaims: ['sub', 'sid', 'exp'],
  };
  return async (authorization) => {
    const { payload } = await jwtVerify(authorization.slice('Bearer '.length), key, claims);
    const session = await findLiveSession(db as Kysely<SessionTables>, String(payload.sid));
    if (session === undefined || session.banned) throw new Error('no session');
    const user = await findUser(db as Kysely<UserTables>, session.user_id);
    if (user === undefined) throw new Error('no user');
    return user;
  };
}

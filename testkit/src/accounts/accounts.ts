import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { Stretching } from '@matinee/server/drivers/passwords/stretching.ts';
import type { SignInMethod } from '@matinee/server/features/accounts/sessions/sessions.port.ts';
import { insertSession } from '@matinee/server/features/accounts/sessions/sessions.store.ts';
import { makeIssueTokens } from '@matinee/server/features/accounts/sessions/token-pairs.ts';
import { makeAccessTokens } from '@matinee/server/features/accounts/sessions/tokens.ts';
import { usernameKey } from '@matinee/server/features/accounts/users/users.port.ts';
import { passwordSuite } from '@matinee/server/features/accounts/users/users.service.ts';
import { findUserByKey, insertUser, type UserRow } from '@matinee/server/features/accounts/users/users.store.ts';
import { type Clock, dateOf } from '@matinee/server/kernel/clock.ts';
import { makeIds } from '@matinee/server/kernel/ids.ts';
import { systemRandom } from '@matinee/server/kernel/random.ts';
import type { Tx } from '@matinee/server/store/database.ts';
import type { Schema } from '@matinee/server/store/gen/schema.ts';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { passwordRecords } from './password-records.ts';
import type { TestUser } from './test-user.ts';

export interface AccountParts {
  readonly pool: Pool;
  /** Names the database, which several servers may share. */
  readonly databaseName: string;
  readonly clock: Clock;
  readonly jwtSecret: string;
  readonly setupSecret: string;
  readonly stretching: Stretching;
  /** The password of every account that is made. */
  readonly password: string;
}

/** How many accounts each database got so far. */
const made = new Map<string, number>();

/**
 * The id of the next account. Each database has the same ids in the same order, so that password records of earlier
 * runs fit.
 */
function nextId(databaseName: string): string {
  const number = (made.get(databaseName) ?? 0) + 1;
  made.set(databaseName, number);
  const clock = { nowMs: () => Date.UTC(2026, 0, 1) + number };
  return makeIds(clock as Clock, { bytes: (length) => Buffer.alloc(length) }).make('usr');
}

/**
 * Makes accounts and signs them in. It writes the same rows as the server, without calls and without stretching
 * passwords. The accounts can sign in with their password too.
 */
export function makeAccounts({
  pool,
  databaseName,
  clock,
  jwtSecret,
  setupSecret,
  stretching,
  password,
}: AccountParts) {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const recordOf = passwordRecords(setupSecret, stretching, password);
  const ids = makeIds(clock, systemRandom);
  const issue = makeIssueTokens({ clock, random: systemRandom, accessTokens: makeAccessTokens(jwtSecret, clock) });
  const reader = { query: () => db } as unknown as Tx;

  async function begin(user: UserRow, method: SignInMethod): Promise<TestUser> {
    const id = ids.make('ses');
    const now = dateOf(clock.nowMs());
    await insertSession(db, {
      id,
      user_id: user.id,
      credential_version: user.credential_version,
      user_agent: 'tests',
      address: '127.0.0.1',
      method,
      created_at: now,
      last_used_at: now,
      revoked_at: null,
    });
    const { accessToken, refreshToken } = await issue(reader, user.id, id);
    return { id: user.id, username: user.username, token: accessToken, refreshToken };
  }

  return {
    async make(username: string): Promise<TestUser> {
      const id = nextId(databaseName);
      const row = newUser({ id, username, passwordRecord: await recordOf(id), createdAt: dateOf(clock.nowMs()) });
      if (!(await insertUser(db, row))) throw new Error(`${username} is taken`);
      return begin(row, 'registration');
    },
    async signIn(username: string): Promise<TestUser> {
      const user = await findUserByKey(db, usernameKey(username));
      if (!user) throw new Error(`nobody has the name ${username}`);
      return begin(user, 'password');
    },
  };
}

interface NewUser {
  readonly id: string;
  readonly username: string;
  readonly passwordRecord: string;
  readonly createdAt: Date;
}

function newUser({ id, username, passwordRecord, createdAt }: NewUser): UserRow {
  return {
    id,
    username,
    chosen_name: null,
    display_name: username,
    username_key: usernameKey(username),
    role: UserRole.USER,
    banned: false,
    password_record: passwordRecord,
    password_suite: passwordSuite,
    password_mailed_at: null,
    credential_version: 1,
    created_at: createdAt,
    deleted_at: null,
    erased_at: null,
    avatar: null,
    instant: false,
  };
}

import type { UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Database } from '../../store/database.ts';
import { codeOf } from '../../store/store.errors.ts';
import { userErrors } from './users.errors.ts';
import { toUser, type Users, usernameKey } from './users.port.ts';
import {
  countUsers,
  findUser,
  findUserByKey,
  incrementCredentialVersion,
  insertUser,
  type UserRow,
  type UserTables,
  updatePasswordRecord,
  updateUsername,
} from './users.store.ts';

/** The record suite that this server makes: RFC 9807 over ristretto255-SHA512 with Argon2id m=19456, t=2, p=1. */
export const passwordSuite = 'opaque-ristretto255-argon2id-19456-2-1';

/** PostgreSQL 17, appendix A. Of two who take a name at once, only the index can tell who came second. */
const uniqueViolation = '23505';

export function makeUsers(db: Database, clock: Clock) {
  const users: Users = {
    count: () => countUsers(db.query<UserTables>()),
    find: (id, reader = db) => findUser(reader.query<UserTables>(), id),
    findByUsername: (username, reader = db) => findUserByKey(reader.query<UserTables>(), usernameKey(username)),
    async create(tx, { id, username, role }) {
      const row: UserRow = {
        id,
        username,
        username_key: usernameKey(username),
        role,
        banned: false,
        password_record: null,
        password_suite: null,
        credential_version: 1,
        created_at: dateOf(clock.nowMs()),
      };
      return (await insertUser(tx.query<UserTables>(), row)) ? row : undefined;
    },
    setPasswordRecord: (tx, userId, record) =>
      updatePasswordRecord(tx.query<UserTables>(), userId, record, record === null ? null : passwordSuite),
    raiseCredentialVersion: (tx, userId) => incrementCredentialVersion(tx.query<UserTables>(), userId),
  };

  return {
    users,
    /** [US1] */
    async getProfile(principal: UserPrincipal) {
      const row = await users.find(principal.userId);
      if (!row) throw userErrors.not_found();
      return { user: toUser(row) };
    },
    /** [US2] */
    async setUsername(principal: UserPrincipal, username: string) {
      const row = await db
        .write((tx) => updateUsername(tx.query<UserTables>(), principal.userId, username, usernameKey(username)))
        .catch((cause) => {
          throw codeOf(cause) === uniqueViolation ? userErrors.username_taken() : cause;
        });
      if (!row) throw userErrors.not_found();
      return { user: toUser(row) };
    },
  };
}

import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { UserSchema } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Database } from '../../store/database.ts';
import { codeOf } from '../../store/store.errors.ts';
import { userErrors } from './users.errors.ts';
import { type Users, usernameKey } from './users.port.ts';
import {
  countUsers,
  findUser,
  findUserByKey,
  insertUser,
  type UserRow,
  type UserTables,
  updateUsername,
} from './users.store.ts';

/** The record suite that this server makes: RFC 9807 over ristretto255-SHA512 with Argon2id m=19456, t=2, p=1. */
export const passwordSuite = 'opaque-ristretto255-argon2id-19456-2-1';

/** PostgreSQL 17, appendix A. Of two who take a name at once, only the index can tell who came second. */
const uniqueViolation = '23505';

/** A user as others see them. */
export function toUser(row: UserRow): MessageInitShape<typeof UserSchema> {
  return { id: row.id, username: row.username, role: row.role, createdAt: timestampFromDate(row.created_at) };
}

export function makeUsers(db: Database, clock: Clock) {
  const users: Users = {
    count: () => countUsers(db.query<UserTables>()),
    find: (id) => findUser(db.query<UserTables>(), id),
    findByUsername: (username) => findUserByKey(db.query<UserTables>(), usernameKey(username)),
    async create(tx, { id, username, role, passwordRecord }) {
      const row: UserRow = {
        id,
        username,
        username_key: usernameKey(username),
        role,
        banned: false,
        password_record: passwordRecord,
        password_suite: passwordRecord === null ? null : passwordSuite,
        credential_version: 1,
        created_at: dateOf(clock.nowMs()),
      };
      return (await insertUser(tx.query<UserTables>(), row)) ? row : undefined;
    },
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

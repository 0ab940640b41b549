import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { codeOf } from '../../../store/store.errors.ts';
import { type ShownPicture, storedPicture } from '../../files/files/pictures.port.ts';
import { isReservedName } from './reserved-names.port.ts';
import { userErrors } from './users.errors.ts';
import { type TellAvailability, toUser, type Users, usernameKey } from './users.port.ts';
import {
  changeUser,
  countUsers,
  deleteUser,
  findUser,
  findUserByKey,
  incrementCredentialVersion,
  insertUser,
  listAdministrators,
  lockName,
  lockUser,
  lockUserAndRoots,
  trustPassword,
  type UserChange,
  type UserRow,
  type UserTables,
  updateAvatar,
  updatePassword,
} from './users.store.ts';

/** The suite of our password records: RFC 9807 over ristretto255-SHA512 with Argon2id m=19456, t=2, p=1. */
export const passwordSuite = 'opaque-ristretto255-argon2id-19456-2-1';

/**
 * Unique violation (PostgreSQL 17, appendix A). If two people take a name at the same time, only the index can tell who
 * was second.
 */
const uniqueViolation = '23505';

/** Whether an applicant has reserved the name, given in its comparison form. */
export type IsNameAwaited = (tx: Tx, usernameKey: string) => Promise<boolean>;

export interface UsersParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly isNameAwaited: IsNameAwaited;
  readonly tellAvailability: TellAvailability;
}

export function makeUsers({ db, clock, isNameAwaited, tellAvailability }: UsersParts): Users {
  const write = changing(tellAvailability);
  const users: Users = {
    count: () => countUsers(db.query<UserTables>()),
    listAdministrators: (reader) => listAdministrators(reader.query<UserTables>()),
    find: (id, reader = db) => findUser(reader.query<UserTables>(), id),
    findByUsername: (username, reader = db) => findUserByKey(reader.query<UserTables>(), usernameKey(username)),
    async claimName(tx, username) {
      const key = usernameKey(username);
      await lockName(tx.query<UserTables>(), key);
      return !(await isNameAwaited(tx, key));
    },
    async create(tx, { id, username, chosenName = null, role, isInstant = false }) {
      if (!(await users.claimName(tx, username))) return undefined;
      const row = newAccount({
        id,
        username,
        chosen_name: chosenName,
        username_key: usernameKey(username),
        role,
        created_at: dateOf(clock.nowMs()),
        instant: isInstant,
      });
      return (await insertUser(tx.query<UserTables>(), row)) ? row : undefined;
    },
    setPasswordRecord: (tx, userId, record, mailedAt = null) =>
      updatePassword(tx.query<UserTables>(), userId, {
        password_record: record,
        password_suite: record === null ? null : passwordSuite,
        password_mailed_at: mailedAt,
      }),
    trustPassword: (tx, { id, credential_version: version }) => trustPassword(tx.query<UserTables>(), id, version),
    raiseCredentialVersion: (tx, userId) => incrementCredentialVersion(tx.query<UserTables>(), userId),
    async lock(tx, userId) {
      const rows = await lockUserAndRoots(tx.query<UserTables>(), userId);
      const row = rows.find(({ id }) => id === userId);
      if (!row) throw userErrors.not_found();
      const roots = rows.filter(isActiveRoot);
      return { row, isLastRoot: isActiveRoot(row) && roots.length === 1 };
    },
    change: write,
    async rename(tx, userId, username) {
      if (!(await users.claimName(tx, username))) throw userErrors.username_taken();
      return write(tx, userId, { username, username_key: usernameKey(username) });
    },
    erase: erasing(clock),
    callBy: (tx, userId, name) => write(tx, userId, { chosen_name: name || null }),
    showAvatar,
    freeName: async (tx, userId) => void (await write(tx, userId, { username_key: null })),
  };

  return users;
}

/** Changes an account's row, and notifies observed lists if it was banned or unbanned. */
const changing =
  (tellAvailability: TellAvailability) =>
  async (tx: Tx, userId: string, change: UserChange): Promise<UserRow> => {
    const row = await changeUser(tx.query<UserTables>(), userId, change).catch((cause) => {
      throw codeOf(cause) === uniqueViolation ? userErrors.username_taken() : cause;
    });
    if (!row) throw userErrors.not_found();
    if (change.banned !== undefined) await tellAvailability(tx, { userIds: [userId] });
    return row;
  };

const erasing =
  (clock: Clock): Users['erase'] =>
  async (tx, userId, heirId, handOver) => {
    const now = dateOf(clock.nowMs());
    const username = `deleted_${heirId.slice(-8)}`;
    const heir = newAccount({
      id: heirId,
      username,
      chosen_name: null,
      username_key: null,
      role: UserRole.USER,
      created_at: now,
      instant: false,
    });
    await insertUser(tx.query<UserTables>(), { ...heir, deleted_at: now, erased_at: now });
    await handOver();
    await deleteUser(tx.query<UserTables>(), userId);
  };

/** [US5] */
const showAvatar: Users['showAvatar'] = async (tx, userId, choose) => {
  const queries = tx.query<UserTables>();
  const row = await lockUser(queries, userId);
  if (!row) throw userErrors.not_found();
  const before = row.avatar as ShownPicture | null;
  const chosen = await choose(tx, before);
  return chosen?.id === before?.id ? row : updateAvatar(queries, userId, storedPicture(chosen));
};

/** The row of an account without a credential. */
function newAccount(
  given: Pick<UserRow, 'id' | 'username' | 'chosen_name' | 'username_key' | 'role' | 'created_at' | 'instant'>,
): UserRow {
  return {
    ...given,
    display_name: given.chosen_name ?? given.username,
    banned: false,
    password_record: null,
    password_suite: null,
    password_mailed_at: null,
    credential_version: 1,
    deleted_at: null,
    erased_at: null,
    avatar: null,
  };
}

/** The calls of users about their own account. */
export function makeProfile(db: Database, users: Users) {
  return {
    /** [US1] */
    async getProfile(principal: UserPrincipal) {
      const row = await users.find(principal.userId);
      if (!row) throw userErrors.not_found();
      return { user: toUser(row), isInstant: row.instant };
    },
    /** [US2] [US4] */
    async setUsername({ userId }: UserPrincipal, username: string) {
      if (isReservedName(username)) throw userErrors.username_reserved();
      return { user: toUser(await db.write((tx) => users.rename(tx, userId, username))) };
    },
  };
}

function isActiveRoot({ role, banned, deleted_at }: UserRow): boolean {
  return role === UserRole.ROOT && !banned && deleted_at === null;
}

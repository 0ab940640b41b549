import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type AccountSchema,
  AccountStatus,
  BanTarget,
  type GetUserRoomsRequest,
  type ListUsersRequest,
} from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { dateOf } from '../../../kernel/clock.ts';
import type { Database, Reader } from '../../../store/database.ts';
import { pageOf } from '../../../store/queries/page.ts';
import { type BanRow, type Bans, toBanRecord } from '../../accounts/bans/bans.port.ts';
import { toUser, userErrors, usernameKey } from '../../accounts/users/users.port.ts';
import { restorableMs } from '../../rooms/closure/closure.port.ts';
import type { RoomCare } from '../../rooms/rooms/rooms.port.ts';
import * as store from './accounts.store.ts';

export interface AccountParts {
  readonly db: Database;
  readonly bans: Bans;
  readonly rooms: RoomCare;
}

export type Accounts = ReturnType<typeof makeAccounts>;

/** Lists and shows accounts for administrators. */
export function makeAccounts({ db, bans, rooms }: AccountParts) {
  async function toAccounts(rows: readonly store.AccountRow[], reader: Reader) {
    const banned = rows.filter((row) => row.banned).map((row) => row.id);
    const inForce = await bans.find(BanTarget.USER, banned, reader);
    return rows.map((row) => toAccount(row, inForce.get(row.id)));
  }

  async function get(userId: string, reader: Reader = db) {
    const row = await store.findAccount(reader.query(), userId);
    if (!row) throw userErrors.not_found();
    const [user] = await toAccounts([row], reader);
    return { user: user! };
  }

  return {
    /** @throws AppError `users.not_found`. */
    get,
    /** [AM10] */
    async list({ search, role, status, sort, page, pageSize }: ListUsersRequest) {
      const filter = { search: usernameKey(search), role, status };
      const { rows, total } = await store.listAccounts(db.query(), filter, { sort, ...pageOf({ page, pageSize }) });
      return { users: await toAccounts(rows, db), total };
    },
    async listAdmins() {
      return { admins: await toAccounts(await store.listAdministrators(db.query()), db) };
    },
    async rooms({ userId, page, pageSize }: GetUserRoomsRequest) {
      await get(userId);
      const { rows, total } = await rooms.listMemberships(userId, pageOf({ page, pageSize }));
      return { rooms: rows.map((row) => ({ room: rooms.toRoom(row), role: row.viewer_role })), total };
    },
  };
}

function toAccount(row: store.AccountRow, ban: BanRow | undefined): MessageInitShape<typeof AccountSchema> {
  return {
    user: toUser(row),
    status: row.deleted_at ? AccountStatus.DELETED : row.banned ? AccountStatus.BANNED : AccountStatus.ACTIVE,
    hasPassword: row.password_record !== null,
    isInstant: row.instant,
    roomCount: row.room_count,
    sessionCount: row.session_count,
    ...(row.email === null ? {} : { email: row.email }),
    ...(ban ? { ban: toBanRecord(ban) } : {}),
    ...(row.last_seen_at ? { lastSeenAt: timestampFromDate(row.last_seen_at) } : {}),
    ...(row.deleted_at
      ? {
          deletedAt: timestampFromDate(row.deleted_at),
          restorableUntil: timestampFromDate(dateOf(row.deleted_at.getTime() + restorableMs)),
        }
      : {}),
  };
}

import { timestampMs } from '@bufbuild/protobuf/wkt';
import {
  BanTarget,
  type BanUserRequest,
  type BatchBanUsersRequest,
  type BatchDeleteUsersRequest,
  type CreateUserRequest,
  type RestoreUserRequest,
  type SetUserPasswordRequest,
  type UpdateUserRoleRequest,
  type UpdateUserUsernameRequest,
} from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { UserRole, UserRoleSchema } from '@matinee/contract/gen/service/client/users_pb.ts';
import { printedValue } from '@matinee/contract/naming.ts';
import type { AdminPrincipal, Call } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import { parseEmailAddress } from '../../kernel/email-address.ts';
import type { Ids } from '../../kernel/ids.ts';
import { emitTermination } from '../../realtime/terminations.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { Audit } from '../audit/audit.port.ts';
import type { Bans } from '../bans/bans.port.ts';
import { inBatch } from '../batch.ts';
import { type AccountClosing, restorableMs } from '../closure/closure.port.ts';
import { emailErrors } from '../email-addresses/email-addresses.errors.ts';
import type { EmailAddresses } from '../email-addresses/email-addresses.port.ts';
import type { Members } from '../members/members.port.ts';
import type { AccountPasswords } from '../passwords/passwords.port.ts';
import type { RoomCare } from '../rooms/rooms.port.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import { type UserRow, type Users, userErrors } from '../users/users.port.ts';
import type { Accounts } from './accounts.ts';
import { mayActOn, mayGive } from './rank.ts';

type AdminCall = Call<AdminPrincipal>;

export interface AdminUserParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly passwords: AccountPasswords;
  readonly addresses: Pick<EmailAddresses, 'adopt'>;
  readonly members: Members;
  readonly rooms: RoomCare;
  readonly bans: Bans;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly closing: AccountClosing;
}

/** What administrators do to accounts. */
export function makeAdminUsers(parts: AdminUserParts) {
  const { db, clock, ids, users, sessions, passwords, members, rooms, bans, audit, accounts, closing } = parts;
  const now = () => dateOf(clock.nowMs());

  /** Locks the account that is acted on. @throws AppError unless the caller may. [AM1] [AM2] */
  async function lock(tx: Tx, call: AdminCall, userId: string, rule: { deleted?: boolean; self?: boolean } = {}) {
    const locked = await users.lock(tx, userId);
    const { principal } = call;
    const isSelf = principal.kind === 'user' && principal.userId === userId;
    if (isSelf && !rule.self) throw userErrors.not_yourself();
    if (!mayActOn(principal, locked.row.role)) throw userErrors.rank_too_high();
    if (rule.deleted && !locked.row.deleted_at) throw userErrors.not_deleted();
    if (!rule.deleted && locked.row.deleted_at) throw userErrors.deleted();
    return locked;
  }

  /** Ends the connections to the rooms of somebody who is no longer there for them. */
  async function closeRoomsOf(tx: Tx, userId: string): Promise<void> {
    const ids = await rooms.listIdsOf(tx, userId);
    emitTermination(tx, { by: 'room', ids, code: TerminationCode.ROOM_CLOSED });
  }

  async function banOne(call: AdminCall, { userId, reason, until }: Omit<BanUserRequest, '$typeName'>) {
    const end = until && dateOf(timestampMs(until));
    if (end && end <= now()) throw userErrors.ban_in_past();
    await db.write(async (tx) => {
      const { row, isLastRoot } = await lock(tx, call, userId);
      if (isLastRoot) throw userErrors.last_root();
      await users.change(tx, userId, { banned: true });
      await bans.begin(tx, call.principal, {
        target: BanTarget.USER,
        targetId: userId,
        targetName: row.username,
        reason,
        until: end,
      });
      emitTermination(tx, { by: 'user', ids: [userId], code: TerminationCode.BANNED });
      await sessions.endAll(tx, userId);
      await closeRoomsOf(tx, userId);
      const details = { username: row.username, reason, ...(end ? { until: end.toISOString() } : {}) };
      await audit.record(tx, call, { action: 'user.banned', target: userId, details });
    });
  }

  async function deleteOne(call: AdminCall, userId: string): Promise<void> {
    await db.write(async (tx) => {
      const { row, isLastRoot } = await lock(tx, call, userId);
      if (isLastRoot) throw userErrors.last_root();
      await closing.close(tx, userId);
      await audit.record(tx, call, { action: 'user.deleted', target: userId, details: { username: row.username } });
    });
  }

  async function giveRole(
    call: AdminCall,
    userId: string,
    role: UserRole,
    check: (row: UserRow) => void = () => undefined,
  ) {
    return db.write(async (tx) => {
      const { row, isLastRoot } = await lock(tx, call, userId, { self: true });
      if (!mayGive(call.principal, role)) throw userErrors.role_too_high();
      check(row);
      if (isLastRoot && role !== UserRole.ROOT) throw userErrors.last_root();
      if (row.role !== role) {
        await users.change(tx, userId, { role });
        const details = { username: row.username, from: nameOfRole(row.role), to: nameOfRole(role) };
        await audit.record(tx, call, { action: 'user.role_changed', target: userId, details });
      }
      return accounts.get(userId, tx);
    });
  }

  return {
    /** [AM3] */
    async create({ username, password, role, email }: CreateUserRequest, call: AdminCall) {
      const given = role || UserRole.USER;
      if (!mayGive(call.principal, given)) throw userErrors.role_too_high();
      if (email !== undefined && !parseEmailAddress(email)) throw emailErrors.invalid_address();
      const id = ids.make('usr');
      const record = await passwords.makeRecord(id, password);
      return db.write(async (tx) => {
        if (!(await users.create(tx, { id, username, role: given }))) throw userErrors.username_taken();
        await users.setPasswordRecord(tx, id, record);
        if (email !== undefined && !(await parts.addresses.adopt(tx, id, email))) throw emailErrors.address_taken();
        const details = { username, role: nameOfRole(given) };
        await audit.record(tx, call, { action: 'user.created', target: id, details });
        return accounts.get(id, tx);
      });
    },
    /** [AM4] */
    async delete(userId: string, call: AdminCall) {
      await deleteOne(call, userId);
      return accounts.get(userId);
    },
    /** [AM5] */
    restore: ({ userId, username }: RestoreUserRequest, call: AdminCall) =>
      db.write(async (tx) => {
        const { row } = await lock(tx, call, userId, { deleted: true });
        if (row.deleted_at!.getTime() + restorableMs <= clock.nowMs()) throw userErrors.restore_too_late();
        await users.change(tx, userId, { deleted_at: null });
        const { username: name } = await users.rename(tx, userId, username ?? row.username);
        await members.bringBack(tx, userId);
        await audit.record(tx, call, { action: 'user.restored', target: userId, details: { username: name } });
        return accounts.get(userId, tx);
      }),
    /** [AM6] */
    async ban(request: BanUserRequest, call: AdminCall) {
      await banOne(call, request);
      return accounts.get(request.userId);
    },
    /** [AM7] */
    unban: (userId: string, call: AdminCall) =>
      db.write(async (tx) => {
        const { row } = await lock(tx, call, userId);
        if (!row.banned) throw userErrors.not_banned();
        await users.change(tx, userId, { banned: false });
        await bans.lift(tx, call.principal, BanTarget.USER, userId);
        await audit.record(tx, call, { action: 'user.unbanned', target: userId, details: { username: row.username } });
        return accounts.get(userId, tx);
      }),
    /** [AM9] */
    batchBan: ({ userIds, reason, until }: BatchBanUsersRequest, call: AdminCall) =>
      inBatch(userIds, (userId) => banOne(call, { userId, reason, ...(until ? { until } : {}) })),
    batchDelete: ({ userIds }: BatchDeleteUsersRequest, call: AdminCall) =>
      inBatch(userIds, (userId) => deleteOne(call, userId)),
    /** [AM8] */
    async setPassword({ userId, password }: SetUserPasswordRequest, call: AdminCall) {
      const record = await passwords.makeRecord(userId, password);
      return db.write(async (tx) => {
        const { row } = await lock(tx, call, userId);
        await passwords.set(tx, userId, record);
        const details = { username: row.username };
        const notice = { template: 'password_changed', userId } as const;
        await audit.record(tx, call, { action: 'user.password_set', target: userId, details, notice });
        return accounts.get(userId, tx);
      });
    },
    updateRole: ({ userId, role }: UpdateUserRoleRequest, call: AdminCall) => giveRole(call, userId, role),
    addAdmin: (userId: string, call: AdminCall) =>
      giveRole(call, userId, UserRole.ADMIN, ({ role }) => {
        if (role >= UserRole.ADMIN) throw userErrors.already_admin();
      }),
    removeAdmin: (userId: string, call: AdminCall) =>
      giveRole(call, userId, UserRole.USER, ({ role }) => {
        if (role < UserRole.ADMIN) throw userErrors.not_admin();
      }),
    updateUsername: ({ userId, username }: UpdateUserUsernameRequest, call: AdminCall) =>
      db.write(async (tx) => {
        const { row } = await lock(tx, call, userId, { self: true });
        await users.rename(tx, userId, username);
        const details = { from: row.username, to: username };
        await audit.record(tx, call, { action: 'user.renamed', target: userId, details });
        return accounts.get(userId, tx);
      }),
  };
}

/** As the contract prints it. */
function nameOfRole(role: UserRole): string {
  return printedValue(UserRoleSchema, UserRoleSchema.value[role]!);
}

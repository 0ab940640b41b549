import { timestampMs } from '@bufbuild/protobuf/wkt';
import {
  BanTarget,
  type BanUserRequest,
  type BatchBanUsersRequest,
} from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { emitTermination } from '../../../realtime/terminations.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Bans } from '../../accounts/bans/bans.port.ts';
import type { Sessions } from '../../accounts/sessions/sessions.port.ts';
import { type Users, userErrors } from '../../accounts/users/users.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { RoomCare } from '../../rooms/rooms/rooms.port.ts';
import type { AdminCall, LockAccount } from './account-lock.ts';
import type { Accounts } from './accounts.ts';
import { inBatch } from './batch.ts';

export interface BanningParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly rooms: RoomCare;
  readonly bans: Bans;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly lock: LockAccount;
}

/** Lets administrators ban users and lift bans. */
export function makeBanning(parts: BanningParts) {
  const { db, clock, users, bans, audit, accounts, lock } = parts;

  async function banOne(call: AdminCall, { userId, reason, until }: Omit<BanUserRequest, '$typeName'>) {
    const end = until && dateOf(timestampMs(until));
    if (end && end <= dateOf(clock.nowMs())) throw userErrors.ban_in_past();
    await db.write(async (tx) => {
      const { row, isLastRoot } = await lock(tx, call, userId);
      if (isLastRoot) throw userErrors.last_root();
      await users.change(tx, userId, { banned: true });
      const target = { target: BanTarget.USER, targetId: userId, targetName: row.username };
      await bans.begin(tx, call.principal, { ...target, reason, until: end });
      await shutOut(tx, parts, userId);
      const details = { username: row.username, reason, ...(end ? { until: end.toISOString() } : {}) };
      await audit.record(tx, call, { action: 'user.banned', target: userId, details });
    });
  }

  return {
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
  };
}

/**
 * Ends the connections and sessions of a banned user, and the connections to that user's rooms. The ban goes first, so
 * that clients receive it as the reason.
 */
async function shutOut(tx: Tx, { sessions, rooms }: BanningParts, userId: string): Promise<void> {
  emitTermination(tx, { by: 'user', ids: [userId], code: TerminationCode.BANNED });
  await sessions.endAll(tx, userId);
  const ids = await rooms.listIdsOf(tx, userId);
  emitTermination(tx, { by: 'room', ids, code: TerminationCode.ROOM_CLOSED });
}

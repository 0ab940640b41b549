import type {
  BatchDeleteUsersRequest,
  RestoreUserRequest,
} from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import { type Users, userErrors } from '../../accounts/users/users.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { type AccountClosing, restorableMs } from '../../rooms/closure/closure.port.ts';
import type { Members } from '../../rooms/members/members.port.ts';
import type { AdminCall, LockAccount } from './account-lock.ts';
import type { Accounts } from './accounts.ts';
import { inBatch } from './batch.ts';

export interface DeletingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly users: Users;
  readonly members: Members;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly closing: AccountClosing;
  readonly lock: LockAccount;
}

/** Lets administrators delete accounts, and restore them within the time limit. */
export function makeDeleting({ db, clock, users, members, audit, accounts, closing, lock }: DeletingParts) {
  const deleteOne = (call: AdminCall, userId: string): Promise<void> =>
    db.write(async (tx) => {
      const { row, isLastRoot } = await lock(tx, call, userId);
      if (isLastRoot) throw userErrors.last_root();
      await closing.close(tx, userId);
      await audit.record(tx, call, { action: 'user.deleted', target: userId, details: { username: row.username } });
    });

  return {
    /** [AM4] */
    async delete(userId: string, call: AdminCall) {
      await deleteOne(call, userId);
      return accounts.get(userId);
    },
    /** [AM9] */
    batchDelete: ({ userIds }: BatchDeleteUsersRequest, call: AdminCall) =>
      inBatch(userIds, (userId) => deleteOne(call, userId)),
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
  };
}

import type { UpdateUserRoleRequest } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { UserRole, UserRoleSchema } from '@matinee/contract/gen/service/client/users_pb.ts';
import { printedValue } from '@matinee/contract/naming.ts';
import type { Database } from '../../../store/database.ts';
import { type UserRow, type Users, userErrors } from '../../accounts/users/users.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { AdminCall, LockAccount } from './account-lock.ts';
import type { Accounts } from './accounts.ts';
import { mayGive } from './rank.ts';

export interface RoleParts {
  readonly db: Database;
  readonly users: Users;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly lock: LockAccount;
}

/** Lets administrators grant and revoke roles. */
export function makeRoles({ db, users, audit, accounts, lock }: RoleParts) {
  const giveRole = (call: AdminCall, userId: string, role: UserRole, check: (row: UserRow) => void = () => undefined) =>
    db.write(async (tx) => {
      const { row, isLastRoot } = await lock(tx, call, userId, { self: 'byRank' });
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

  return {
    update: ({ userId, role }: UpdateUserRoleRequest, call: AdminCall) => giveRole(call, userId, role),
    addAdmin: (userId: string, call: AdminCall) =>
      giveRole(call, userId, UserRole.ADMIN, ({ role }) => {
        if (role >= UserRole.ADMIN) throw userErrors.already_admin();
      }),
    removeAdmin: (userId: string, call: AdminCall) =>
      giveRole(call, userId, UserRole.USER, ({ role }) => {
        if (role < UserRole.ADMIN) throw userErrors.not_admin();
      }),
  };
}

/** The role as the contract prints it. */
export function nameOfRole(role: UserRole): string {
  return printedValue(UserRoleSchema, UserRoleSchema.value[role]!);
}

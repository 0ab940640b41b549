import type { Account, User, UserRole } from '@matinee/contract/gen/api.ts';

const ranks: Record<UserRole, number> = { user: 1, admin: 2, root: 3 };

/**
 * Roles that an administrator may give: root may give any role, an admin only `user`. The server decides; the page only
 * offers what it would allow. Pure. [WU2]
 */
export function rolesThatMayBeGiven(own: UserRole | undefined): readonly UserRole[] {
  return own === 'root' ? ['user', 'admin', 'root'] : ['user'];
}

/** The actions on an account that the page offers. */
export interface Offers {
  readonly ban: boolean;
  readonly unban: boolean;
  readonly rename: boolean;
  readonly setPassword: boolean;
  readonly changeRole: boolean;
  readonly delete: boolean;
  readonly restore: boolean;
  readonly export: boolean;
}

/** The actions that an administrator has on an account. Pure. [WU2] */
export function offersFor(self: Pick<User, 'id' | 'role'> | undefined, account: Account): Offers {
  const { user, status } = account;
  const isSelf = self?.id === user?.id;
  const isRoot = self?.role === 'root';
  const mayAct = isRoot || (self !== undefined && user !== undefined && ranks[self.role] > ranks[user.role]);
  const isThere = status !== 'deleted';
  return {
    ban: mayAct && !isSelf && status === 'active',
    unban: mayAct && status === 'banned',
    rename: mayAct && isThere,
    setPassword: mayAct && !isSelf && isThere,
    changeRole: isRoot && isThere,
    delete: isRoot && !isSelf && isThere,
    restore: isRoot && !isThere,
    export: isRoot && isThere,
  };
}

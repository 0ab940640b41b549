import type { AdminPrincipal, Call } from '../../../kernel/call.ts';
import type { Tx } from '../../../store/database.ts';
import { type Users, userErrors } from '../../accounts/users/users.port.ts';
import { mayActOn } from './rank.ts';

/** A call of an administrator. */
export type AdminCall = Call<AdminPrincipal>;

/**
 * The accounts that a call may act on. `deleted`: deleted accounts instead of active ones. `self`: also the
 * administrator's own account, `byRank` only if the rank allows it.
 */
interface Rule {
  readonly deleted?: boolean;
  readonly self?: 'byRank' | 'always';
}

/**
 * Locks the account that the call acts on until `tx` ends. @throws AppError `users.…` unless the caller may act on it.
 * [AM1] [AM2]
 */
export type LockAccount = (tx: Tx, call: AdminCall, userId: string, rule?: Rule) => ReturnType<Users['lock']>;

export function makeLockAccount(users: Users): LockAccount {
  return async (tx, { principal }, userId, rule = {}) => {
    const locked = await users.lock(tx, userId);
    const isSelf = principal.kind === 'user' && principal.userId === userId;
    if (isSelf && !rule.self) throw userErrors.not_yourself();
    if (!(isSelf && rule.self === 'always') && !mayActOn(principal, locked.row.role)) throw userErrors.rank_too_high();
    if (rule.deleted && !locked.row.deleted_at) throw userErrors.not_deleted();
    if (!rule.deleted && locked.row.deleted_at) throw userErrors.deleted();
    return locked;
  };
}

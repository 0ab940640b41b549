import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { AdminPrincipal } from '../../../kernel/call.ts';

/** True for callers who may act on every rank: roots and the operator. */
function isHighest(actor: AdminPrincipal): boolean {
  return actor.kind === 'operator' || actor.role === UserRole.ROOT;
}

/**
 * Whether an administrator may act on a user with this role: admins only on plain users, roots and the operator on all.
 * Pure. [AM1]
 */
export function mayActOn(actor: AdminPrincipal, role: UserRole): boolean {
  return isHighest(actor) || (actor.kind === 'user' && actor.role > role);
}

/** Whether an administrator may give this role: admins may give no role above `user`. Pure. [AM1] */
export function mayGive(actor: AdminPrincipal, role: UserRole): boolean {
  return mayActOn(actor, role);
}

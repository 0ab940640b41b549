import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { expect, test } from 'vitest';
import type { AdminPrincipal } from '../../../kernel/call.ts';
import { mayActOn, mayGive } from './rank.ts';

const { USER, ADMIN, ROOT } = UserRole;
const as = (role: UserRole) => ({ kind: 'user', role }) as AdminPrincipal;

test.each([
  ['an admin', as(ADMIN), [true, false, false]],
  ['a root', as(ROOT), [true, true, true]],
  ['the operator', { kind: 'operator' } as const, [true, true, true]],
] as const)('[AM1] on users, admins and roots acts %s, and these roles they give', (_, actor, expected) => {
  expect([USER, ADMIN, ROOT].map((role) => mayActOn(actor, role))).toEqual(expected);
  expect([USER, ADMIN, ROOT].map((role) => mayGive(actor, role))).toEqual(expected);
});

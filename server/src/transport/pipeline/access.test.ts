import { Permission, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { Who } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { describe, expect, test } from 'vitest';
import type { Principal, UserPrincipal } from '../../kernel/call.ts';
import type { AppError } from '../../kernel/errors.ts';
import { type AccessRule, admit, admitToRoom } from './access.ts';

const user = (role: UserRole) => ({ kind: 'user', userId: 'usr_1', role }) as UserPrincipal;
const people: Record<string, Principal> = {
  anonymous: { kind: 'anonymous' },
  guest: { kind: 'guest', guestId: 'gst_1', username: 'g', roomId: 'room_1', guestVersion: 1, expiresAtMs: 0 },
  user: user(UserRole.USER),
  admin: user(UserRole.ADMIN),
  root: user(UserRole.ROOT),
  operator: { kind: 'operator' },
};

/** The result for each of `people`: the reason of the refusal, or undefined. */
function told(who: Who, needsUser = false): (string | undefined)[] {
  const rule: AccessRule = { who, permission: undefined };
  return Object.values(people).map((principal) => reasonOf(() => admit(rule, principal, needsUser)));
}

function reasonOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as AppError).reason;
  }
}

const out = 'call.unauthenticated';
const noGuest = 'call.guest_not_allowed';
const noAdmin = 'call.admin_only';
const noOperator = 'call.operator_only';
const fine = undefined;

describe('who may call', () => {
  // In the order of `people`: anonymous, guest, user, admin, root, operator.
  test.each([
    ['anyone', Who.ANYONE, false, [fine, fine, fine, fine, fine, fine]],
    ['a user, if any', Who.OPTIONAL_USER, false, [fine, noGuest, fine, fine, fine, fine]],
    ['a user, by the route', Who.OPTIONAL_USER, true, [out, noGuest, fine, fine, fine, out]],
    ['users', Who.USER, false, [out, noGuest, fine, fine, fine, out]],
    ['members', Who.MEMBER, false, [out, noGuest, fine, fine, fine, out]],
    ['members and guests', Who.MEMBER_OR_GUEST, false, [out, fine, fine, fine, fine, out]],
    ['administrators', Who.ADMIN, false, [out, noGuest, noAdmin, fine, fine, fine]],
    ['root', Who.ROOT, false, [out, noGuest, noAdmin, noAdmin, fine, fine]],
    ['operators', Who.OPERATOR, false, [...Array(5).fill(noOperator), fine]],
  ] as const)('%s', (_, who, needsUser, expected) => {
    expect(told(who, needsUser)).toEqual(expected);
  });

  test('a rule that is missing lets nobody through who is not a user', () => {
    expect(told(Who.UNSPECIFIED)).toEqual([out, noGuest, fine, fine, fine, out]);
  });

  test('in a room, standing and permission are needed', () => {
    const standing = { roomId: 'room_1', role: RoomRole.MEMBER, permissions: new Set([Permission.VIEW_MEMBERS]) };
    const needs = (permission?: Permission) => ({ who: Who.MEMBER, permission });
    expect(reasonOf(() => admitToRoom(needs(), undefined))).toBe('call.not_a_member');
    expect(reasonOf(() => admitToRoom(needs(Permission.CLEAR_MEDIA), standing))).toBe('call.missing_permission');
    expect(admitToRoom(needs(Permission.VIEW_MEMBERS), standing)).toBe(standing);
    expect(admitToRoom(needs(), standing)).toBe(standing);
  });
});

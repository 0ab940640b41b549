import type { DescMethod } from '@bufbuild/protobuf';
import type { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { PermissionSchema } from '@matinee/contract/gen/service/client/members_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { Who } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { methodName, ruleOf } from '@matinee/contract/methods.ts';
import { printedValue } from '@matinee/contract/naming.ts';
import type { Principal, RoomStanding, UserPrincipal } from '../../kernel/call.ts';
import { callErrors } from './pipeline.errors.ts';

/** The access rule of a method, in the form that the pipeline applies. */
export interface AccessRule {
  readonly who: Who;
  readonly permission: Permission | undefined;
}

/** The queries of the access check, which features answer. */
export interface AccessQueries {
  /** The holder of this bearer token. @throws AppError `unauthenticated` if it is expired, revoked or forged. */
  authenticate(bearer: string): Promise<Principal>;
  /**
   * The standing of a person in a room; undefined for strangers. @throws AppError `not_found` if the room does not
   * exist.
   */
  findStanding(principal: Principal, roomId: string): Promise<RoomStanding | undefined>;
}

/** Reads the rule of a method. @throws Error for an unknown permission: the contract is wrong. */
export function accessRule(method: DescMethod): AccessRule {
  const { who, permission } = ruleOf(method);
  if (who === Who.UNSPECIFIED) throw new Error(`${methodName(method)} does not say who may call it`);
  if (permission === '') return { who, permission: undefined };
  const value = PermissionSchema.values.find((v) => printedValue(PermissionSchema, v) === permission);
  if (!value) throw new Error(`${methodName(method)} asks for the unknown permission ${permission}`);
  return { who, permission: value.number };
}

/** Decides whether `principal` may call the method at all. `admitToRoom` checks the standing in the room. */
export function admit(rule: AccessRule, principal: Principal, needsUser: boolean): void {
  switch (rule.who) {
    case Who.ANYONE:
      return;
    case Who.OPTIONAL_USER:
      if (principal.kind === 'guest') throw callErrors.guest_not_allowed();
      if (needsUser && principal.kind !== 'user') throw callErrors.unauthenticated();
      return;
    case Who.MEMBER_OR_GUEST:
      if (principal.kind !== 'user' && principal.kind !== 'guest') throw callErrors.unauthenticated();
      return;
    case Who.ADMIN:
    case Who.ROOT:
      if (principal.kind === 'operator') return;
      requireUser(principal);
      if (principal.role < (rule.who === Who.ROOT ? UserRole.ROOT : UserRole.ADMIN)) throw callErrors.admin_only();
      return;
    case Who.OPERATOR:
      if (principal.kind !== 'operator') throw callErrors.operator_only();
      return;
    default:
      requireUser(principal);
  }
}

function requireUser(principal: Principal): asserts principal is UserPrincipal {
  if (principal.kind === 'guest') throw callErrors.guest_not_allowed();
  if (principal.kind !== 'user') throw callErrors.unauthenticated();
}

/** Decides whether a standing satisfies a rule about a room. */
export function admitToRoom(rule: AccessRule, standing: RoomStanding | undefined): RoomStanding {
  if (!standing) throw callErrors.not_a_member();
  if (rule.permission !== undefined && !standing.permissions.has(rule.permission))
    throw callErrors.missing_permission();
  return standing;
}

import {
  Permission,
  PermissionSchema,
  PermissionSource,
  RoomRole,
} from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomControl } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import {
  effectivePermissions,
  type Grants,
  guestCeiling,
  permissionsOf,
  type RoleDefaults,
} from './permissions.port.ts';

/** The reason why a member has or lacks a permission. */
export interface Reason {
  readonly permission: Permission;
  readonly granted: boolean;
  readonly source: PermissionSource;
}

const all = PermissionSchema.values.map(({ number }) => number as Permission).filter((permission) => permission !== 0);
const ceiling = permissionsOf(guestCeiling);
const playback = [Permission.CONTROL_PLAYBACK_STATE, Permission.NAVIGATE_PLAYBACK];

/** One reason for each permission. `effectivePermissions` decides whether it is granted. Pure. [ME15] */
export function explainPermissions(grants: Grants, defaults: RoleDefaults): Reason[] {
  const held = effectivePermissions(grants, defaults);
  return all.map((permission) => {
    const granted = held.has(permission);
    const source = granted ? sourceOf(permission, grants, defaults) : obstacleTo(permission, grants);
    return { permission, granted, source };
  });
}

function sourceOf(permission: Permission, grants: Grants, defaults: RoleDefaults): PermissionSource {
  const { role, settings } = grants;
  if (role === RoomRole.CREATOR) return PermissionSource.CREATOR;
  if (permissionsOf(defaultsOf(role, defaults)).includes(permission)) return PermissionSource.ROLE_DEFAULT;
  if (role === RoomRole.MEMBER && settings.control === RoomControl.EVERYONE && playback.includes(permission))
    return PermissionSource.ROOM_CONTROL;
  if (roomPermissions(grants)?.added.includes(permission)) return PermissionSource.ROOM_ADDED;
  return PermissionSource.MEMBER_ADDED;
}

function obstacleTo(permission: Permission, grants: Grants): PermissionSource {
  const isGuest = grants.role === RoomRole.GUEST;
  if (permission === Permission.DELETE_ROOM || (isGuest && !ceiling.includes(permission)))
    return PermissionSource.NEVER;
  if (grants.removed.includes(permission)) return PermissionSource.MEMBER_REMOVED;
  if (roomPermissions(grants)?.removed.includes(permission)) return PermissionSource.ROOM_REMOVED;
  return PermissionSource.NOT_GIVEN;
}

function defaultsOf(role: RoomRole, defaults: RoleDefaults): readonly string[] {
  if (role === RoomRole.ADMIN) return defaults.adminDefaults;
  return role === RoomRole.MEMBER ? defaults.memberDefaults : defaults.guestDefaults;
}

function roomPermissions({ role, settings }: Grants) {
  if (role === RoomRole.ADMIN) return settings.adminPermissions;
  return role === RoomRole.MEMBER ? settings.memberPermissions : settings.guestPermissions;
}

import { Permission, PermissionSchema, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomControl, type RoomSettings } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { printedValue } from '@matinee/contract/naming.ts';

const values = PermissionSchema.values.filter((value) => value.number !== 0);
const byName = new Map(values.map((value) => [printedValue(PermissionSchema, value), value.number as Permission]));

/** Names of all permissions: `send_chat_messages` and so on. */
export const permissionNames: readonly string[] = [...byName.keys()];

/** Default permissions of members, unless the operator changes them. */
export const memberDefaults = [
  'send_chat_messages',
  'manage_own_media',
  'browse_library',
  'view_members',
  'view_chat_history',
  'use_voice_chat',
  'use_p2p_media',
];
/** Default permissions of room administrators, unless the operator changes them: everything but deleting the room. */
export const adminDefaults = permissionNames.filter((name) => name !== 'delete_room');
/** The only permissions that a guest can be granted. */
export const guestCeiling = ['view_members', 'view_chat_history', 'use_voice_chat', 'use_p2p_media'];

const ceiling = permissionsOf(guestCeiling);

/** The permissions with these names. @throws Error for an unknown name: callers check names from outside first. */
export function permissionsOf(names: readonly string[]): Permission[] {
  return names.map((name) => {
    const permission = byName.get(name);
    if (permission === undefined) throw new Error(`unknown permission ${name}`);
    return permission;
  });
}

/** The facts that decide the permissions of one member. */
export interface Grants {
  readonly role: RoomRole;
  readonly settings: RoomSettings;
  readonly added: readonly Permission[];
  readonly removed: readonly Permission[];
}

/** Default permissions of each role, from the runtime settings. */
export interface RoleDefaults {
  readonly adminDefaults: readonly string[];
  readonly memberDefaults: readonly string[];
  readonly guestDefaults: readonly string[];
}

/**
 * Effective permissions: role default + room added − room removed + member added − member removed. Removal always wins.
 * The creator has all; a guest never has more than the ceiling. Pure. [ME1]–[ME4]
 */
export function effectivePermissions(
  { role, settings, added, removed }: Grants,
  defaults: RoleDefaults,
): Set<Permission> {
  if (role === RoomRole.CREATOR) return new Set(byName.values());
  const [base, room] =
    role === RoomRole.ADMIN
      ? [defaults.adminDefaults, settings.adminPermissions]
      : role === RoomRole.MEMBER
        ? [defaults.memberDefaults, settings.memberPermissions]
        : [defaults.guestDefaults, settings.guestPermissions];
  const granted = new Set<Permission>([...permissionsOf(base), ...(room?.added ?? []), ...added]);
  if (role === RoomRole.MEMBER && settings.control === RoomControl.EVERYONE) {
    granted.add(Permission.CONTROL_PLAYBACK_STATE).add(Permission.NAVIGATE_PLAYBACK);
  }
  for (const permission of [...(room?.removed ?? []), ...removed, Permission.DELETE_ROOM]) granted.delete(permission);
  if (role === RoomRole.GUEST)
    for (const permission of granted) if (!ceiling.includes(permission)) granted.delete(permission);
  return granted;
}

/**
 * The permissions that a change of a room's settings gives to members, admins or guests who did not have them. A
 * permission that the settings no longer remove from a role counts too: a member may have it by a personal grant. Pure.
 * [ME9]
 */
export function permissionsGained(before: RoomSettings, after: RoomSettings, defaults: RoleDefaults): Set<Permission> {
  const gained = new Set<Permission>();
  for (const role of [RoomRole.ADMIN, RoomRole.MEMBER, RoomRole.GUEST]) {
    const held = effectivePermissions({ role, settings: before, added: [], removed: [] }, defaults);
    for (const permission of effectivePermissions({ role, settings: after, added: [], removed: [] }, defaults)) {
      if (!held.has(permission)) gained.add(permission);
    }
  }
  for (const role of ['adminPermissions', 'memberPermissions'] as const)
    for (const permission of before[role]?.removed ?? [])
      if (!after[role]?.removed.includes(permission)) gained.add(permission);
  gained.delete(Permission.DELETE_ROOM);
  return gained;
}

/** Whether a change of a room's settings removes a permission from its admins. Pure. [ME6] */
export function doAdminsLose(before: RoomSettings, after: RoomSettings, defaults: RoleDefaults): boolean {
  const role = RoomRole.ADMIN;
  const left = effectivePermissions({ role, settings: after, added: [], removed: [] }, defaults);
  const held = effectivePermissions({ role, settings: before, added: [], removed: [] }, defaults);
  return [...held].some((permission) => !left.has(permission));
}

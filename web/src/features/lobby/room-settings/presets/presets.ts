import type { Permission, RolePermissions, RoomControl, RoomSettings } from '@matinee/contract/gen/api.ts';

/** The holder of the remote. `custom`: because of changed permissions of a role, neither preset fits. */
export type Preset = RoomControl | 'custom';

const remote: readonly Permission[] = ['control_playback_state', 'navigate_playback'];
const concernsRemote = (permission: Permission) => remote.includes(permission);

/** The preset that fits these settings. Pure. [WR22] */
export function presetOf({ control, member_permissions, admin_permissions }: RoomSettings): Preset {
  const changed = [
    ...(member_permissions?.added ?? []),
    ...(member_permissions?.removed ?? []),
    ...(admin_permissions?.removed ?? []),
  ];
  return changed.some(concernsRemote) ? 'custom' : (control ?? 'hosts');
}

/** The settings that lead to a preset: changed permissions for the remote go, all others stay. Pure. [WR22] */
export function changesTo(control: RoomControl, settings: RoomSettings): RoomSettings {
  if (presetOf(settings) !== 'custom') return { control };
  const { member_permissions, admin_permissions } = settings;
  return {
    control,
    ...(member_permissions ? { member_permissions: without(member_permissions) } : {}),
    ...(admin_permissions ? { admin_permissions: without(admin_permissions) } : {}),
  };
}

function without({ added, removed }: RolePermissions): RolePermissions {
  const others = (permissions: readonly Permission[]) => permissions.filter((one) => !concernsRemote(one));
  return { added: others(added), removed: others(removed) };
}

import type { Permission } from '@matinee/contract/gen/api.ts';

/** Permissions given beyond a role, and permissions taken from it. */
export interface Overrides {
  readonly added: readonly Permission[];
  readonly removed: readonly Permission[];
}

/** The state of one permission; `usual`: as the role has it. */
export type Override = 'usual' | 'given' | 'taken';

/** Every permission that can be given or taken: all but `delete_room`. */
export const delegable = [
  'control_playback_state',
  'navigate_playback',
  'view_playback_history',
  'manage_own_media',
  'browse_library',
  'reorder_media',
  'delete_media',
  'clear_media',
  'manage_live_streams',
  'use_p2p_media',
  'view_chat_history',
  'send_chat_messages',
  'delete_chat_messages',
  'use_voice_chat',
  'view_members',
  'add_members',
  'review_join_requests',
  'remove_members',
  'manage_member_permissions',
  'manage_room_settings',
] as const satisfies readonly Permission[];

/** Taking wins over giving. Pure. [WM10] */
export function overrideOf({ added, removed }: Overrides, permission: Permission): Override {
  if (removed.includes(permission)) return 'taken';
  return added.includes(permission) ? 'given' : 'usual';
}

/** `overrides` with this one for the permission; all others stay. Pure. [WM10] */
export function withOverride(overrides: Overrides, permission: Permission, override: Override): Overrides {
  const others = (permissions: readonly Permission[]) => permissions.filter((one) => one !== permission);
  const added = others(overrides.added);
  const removed = others(overrides.removed);
  return {
    added: override === 'given' ? [...added, permission] : added,
    removed: override === 'taken' ? [...removed, permission] : removed,
  };
}

/** True if both grant and deny the same permissions, in any order. Pure. */
export function areSame(one: Overrides, other: Overrides): boolean {
  return delegable.every((permission) => overrideOf(one, permission) === overrideOf(other, permission));
}

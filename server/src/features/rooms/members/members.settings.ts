import { SettingKind } from '@matinee/contract/gen/service/client/settings_pb.ts';
import { z } from 'zod';
import { because } from '../../../kernel/settings/setting-reasons.ts';
import { integer, listOf, type Shape } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';
import { memberReasons } from './members.errors.ts';
import { adminDefaults, guestCeiling, memberDefaults, permissionNames } from './permissions.port.ts';

/** Names of permissions, each at most once and all from `allowed`. */
function permissions(allowed: readonly string[]): Shape<string[]> {
  const name = z.string(because(memberReasons.not_a_name())).superRefine((value, context) => {
    if (allowed.includes(value)) return;
    const known = permissionNames.includes(value);
    const reason = memberReasons[known ? 'not_granted_here' : 'unknown_permission'];
    context.addIssue({ code: 'custom', message: because(reason({ name: value, allowed: allowed.join(', ') })) });
  });
  const schema = listOf(name, (value) => value, permissionNames.length);
  return { kind: SettingKind.PERMISSIONS, schema, options: allowed, min: 0, max: allowed.length };
}

const delegable = permissionNames.filter((name) => name !== 'delete_room');

export const memberSettings = {
  adminDefaults: setting(
    'permissions.adminDefaultPermissions',
    permissions(delegable),
    adminDefaults,
    'What administrators of rooms may do by default.',
  ),
  memberDefaults: setting(
    'permissions.memberDefaultPermissions',
    permissions(delegable),
    memberDefaults,
    'What members of rooms may do by default.',
  ),
  guestDefaults: setting(
    'permissions.guestDefaultPermissions',
    permissions(guestCeiling),
    [],
    'What guests may do by default.',
  ),
  maxMembersPerRoom: setting(
    'server.maxMembersPerRoom',
    integer(1, 10_000, 'members'),
    100,
    'Members that a room may have.',
  ),
};

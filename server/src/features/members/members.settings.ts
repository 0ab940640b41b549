import { z } from 'zod';
import { setting } from '../../kernel/settings.ts';
import { adminDefaults, guestCeiling, memberDefaults, permissionNames } from './permissions.ts';

const names = (allowed: readonly string[]) =>
  z
    .array(z.string())
    .refine((list) => list.every((name) => allowed.includes(name)), `only these are accepted: ${allowed.join(', ')}`)
    .refine((list) => new Set(list).size === list.length, 'names a permission twice');

const delegable = permissionNames.filter((name) => name !== 'delete_room');

export const memberSettings = {
  adminDefaults: setting(
    'permissions.adminDefaultPermissions',
    names(delegable),
    adminDefaults,
    'What administrators of rooms may do by default.',
  ),
  memberDefaults: setting(
    'permissions.memberDefaultPermissions',
    names(delegable),
    memberDefaults,
    'What members of rooms may do by default.',
  ),
  guestDefaults: setting(
    'permissions.guestDefaultPermissions',
    names(guestCeiling),
    [],
    'What guests may do by default.',
  ),
  maxMembersPerRoom: setting(
    'server.maxMembersPerRoom',
    z.number().int().min(1).max(10_000),
    100,
    'Members that a room may have.',
  ),
};

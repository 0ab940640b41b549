import { create } from '@bufbuild/protobuf';
import {
  Permission,
  PermissionSchema,
  PermissionSource,
  RoomRole,
} from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomControl, RoomSettingsSchema } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainPermissions } from './permission-reasons.ts';
import {
  adminDefaults,
  effectivePermissions,
  type Grants,
  guestCeiling,
  memberDefaults,
  permissionNames,
  permissionsGained,
  permissionsOf,
} from './permissions.port.ts';

const defaults = { adminDefaults, memberDefaults, guestDefaults: [] as string[] };
const all = PermissionSchema.values.map((value) => value.number as Permission).filter((number) => number !== 0);
const plain = { settings: create(RoomSettingsSchema), added: [], removed: [] };
const names = (permissions: Iterable<Permission>) => [...permissions].sort((a, b) => a - b);

const lists = fc.uniqueArray(fc.constantFrom(...all), { maxLength: 8 });
const roleLists = fc.record({ added: lists, removed: lists });
const nameLists = fc.uniqueArray(fc.constantFrom(...permissionNames));
const arbitraryGrants = fc
  .record({
    role: fc.constantFrom(RoomRole.GUEST, RoomRole.MEMBER, RoomRole.ADMIN, RoomRole.CREATOR),
    control: fc.constantFrom(RoomControl.HOSTS, RoomControl.EVERYONE),
    admin: roleLists,
    member: roleLists,
    guest: roleLists,
    added: lists,
    removed: lists,
  })
  .map(({ role, control, admin, member, guest, added, removed }): Grants => {
    const lists = { adminPermissions: admin, memberPermissions: member, guestPermissions: guest };
    return { role, added, removed, settings: create(RoomSettingsSchema, { control, ...lists }) };
  });
const arbitraryDefaults = fc.record({
  adminDefaults: nameLists,
  memberDefaults: nameLists,
  guestDefaults: fc.uniqueArray(fc.constantFrom(...guestCeiling)),
});

describe('effectivePermissions', () => {
  test('[ME1] members and admins have the defaults of the contract', () => {
    expect(names(effectivePermissions({ ...plain, role: RoomRole.MEMBER }, defaults))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const admin = effectivePermissions({ ...plain, role: RoomRole.ADMIN }, defaults);
    expect(names(admin)).toEqual(all.filter((p) => p !== Permission.DELETE_ROOM));
    expect(effectivePermissions({ ...plain, role: RoomRole.GUEST }, defaults).size).toBe(0);
  });

  test('[ME1] room and member add and remove; removal wins over every addition', () => {
    fc.assert(
      fc.property(arbitraryGrants, arbitraryDefaults, (grants, roleDefaults) => {
        fc.pre(grants.role === RoomRole.MEMBER || grants.role === RoomRole.ADMIN);
        const isAdmin = grants.role === RoomRole.ADMIN;
        const room = (isAdmin ? grants.settings.adminPermissions : grants.settings.memberPermissions)!;
        const base = permissionsOf(isAdmin ? roleDefaults.adminDefaults : roleDefaults.memberDefaults);
        const steered = [Permission.CONTROL_PLAYBACK_STATE, Permission.NAVIGATE_PLAYBACK];
        const everyone = !isAdmin && grants.settings.control === RoomControl.EVERYONE ? steered : [];
        const gained = new Set([...base, ...everyone, ...room.added, ...grants.added]);
        const lost = new Set([...room.removed, ...grants.removed, Permission.DELETE_ROOM]);
        expect(names(effectivePermissions(grants, roleDefaults))).toEqual(
          names([...gained].filter((p) => !lost.has(p))),
        );
      }),
    );
  });

  test('[ME1] where everybody controls playback, members may, and a removal still wins', () => {
    const settings = create(RoomSettingsSchema, { control: RoomControl.EVERYONE });
    const free = effectivePermissions({ ...plain, settings, role: RoomRole.MEMBER }, defaults);
    expect(free.has(Permission.CONTROL_PLAYBACK_STATE) && free.has(Permission.NAVIGATE_PLAYBACK)).toBe(true);
    const removed = [Permission.NAVIGATE_PLAYBACK];
    expect(effectivePermissions({ ...plain, settings, removed, role: RoomRole.MEMBER }, defaults)).not.toContain(
      removed[0],
    );
    expect(effectivePermissions({ ...plain, settings, role: RoomRole.GUEST }, defaults).size).toBe(0);
  });

  test('[ME2] the creator has everything, whatever is removed', () => {
    fc.assert(
      fc.property(arbitraryGrants, arbitraryDefaults, (grants, roleDefaults) => {
        expect(names(effectivePermissions({ ...grants, role: RoomRole.CREATOR }, roleDefaults))).toEqual(all);
      }),
    );
  });

  test('[ME3] nobody else ever holds delete_room', () => {
    fc.assert(
      fc.property(arbitraryGrants, arbitraryDefaults, (grants, roleDefaults) => {
        fc.pre(grants.role !== RoomRole.CREATOR);
        expect(effectivePermissions(grants, roleDefaults).has(Permission.DELETE_ROOM)).toBe(false);
      }),
    );
  });

  test('[ME4] a guest never holds more than the four', () => {
    const four = permissionsOf(['view_members', 'view_chat_history', 'use_voice_chat', 'use_p2p_media']);
    fc.assert(
      fc.property(arbitraryGrants, arbitraryDefaults, (grants, roleDefaults) => {
        for (const held of effectivePermissions({ ...grants, role: RoomRole.GUEST }, roleDefaults)) {
          expect(four).toContain(held);
        }
      }),
    );
  });
});

test('[ME9] what a change of settings gives is told for every role, and taking gives nothing', () => {
  const settings = (change: object) => create(RoomSettingsSchema, change);
  const muted = settings({ adminPermissions: { removed: [Permission.DELETE_MEDIA] } });
  expect([...permissionsGained(muted, settings({}), defaults)]).toEqual([Permission.DELETE_MEDIA]);
  expect(permissionsGained(settings({}), muted, defaults).size).toBe(0);
  const everyone = settings({ control: RoomControl.EVERYONE });
  expect(names(permissionsGained(settings({}), everyone, defaults))).toEqual([12, 13]);
  fc.assert(
    fc.property(arbitraryGrants, arbitraryGrants, arbitraryDefaults, (one, other, roleDefaults) => {
      expect(permissionsGained(one.settings, one.settings, roleDefaults).size).toBe(0);
      const gained = permissionsGained(one.settings, other.settings, roleDefaults);
      for (const role of [RoomRole.ADMIN, RoomRole.MEMBER, RoomRole.GUEST]) {
        const before = effectivePermissions({ ...plain, role, settings: one.settings }, roleDefaults);
        const after = effectivePermissions({ ...plain, role, settings: other.settings }, roleDefaults);
        for (const permission of after) expect(before.has(permission) || gained.has(permission)).toBe(true);
      }
    }),
  );
});

test('[ME15] the reasons say what holds, each permission once', () => {
  fc.assert(
    fc.property(arbitraryGrants, arbitraryDefaults, (grants, roleDefaults) => {
      const reasons = explainPermissions(grants, roleDefaults);
      const held = reasons.filter(({ granted }) => granted).map(({ permission }) => permission);
      expect(new Set(held)).toEqual(effectivePermissions(grants, roleDefaults));
      expect(reasons.map(({ permission }) => permission).sort((a, b) => a - b)).toEqual(all);
      for (const { granted, source } of reasons) expect(source <= PermissionSource.MEMBER_ADDED).toBe(granted);
    }),
  );
});

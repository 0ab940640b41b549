import type { JsonValue } from '@bufbuild/protobuf';
import { BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { type Permission, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomStatus } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { GuestPrincipal } from '../../../kernel/call.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { batchedRead } from '../../../store/batched-read.ts';
import type { Database } from '../../../store/database.ts';
import type { Bans } from '../../accounts/bans/bans.port.ts';
import { type FullRoomSettings, readRoomSettings } from '../rooms/room-settings.ts';
import { roomErrors } from '../rooms/rooms.errors.ts';
import type { Members } from './members.port.ts';
import type { memberSettings } from './members.settings.ts';
import * as store from './members.store.ts';
import { effectivePermissions } from './permissions.port.ts';

export interface StandingParts {
  readonly db: Database;
  readonly settings: SettingValues<typeof memberSettings>;
  readonly bans: Pick<Bans, 'find'>;
  /** Whether the server allows guests at all. */
  readonly guestsEnabled: () => boolean;
}

type Membership = store.Membership & { readonly fullSettings: FullRoomSettings };

/**
 * Finds a person's role and permissions in a room: for each call, and for each connection after an event that may have
 * changed them.
 */
export function makeStandings(parts: StandingParts): Pick<Members, 'findStanding' | 'guestVersion'> {
  const findMembership = membershipReader(parts);
  const permissionsOf = permissionReader(parts.settings);
  return {
    async findStanding(principal, roomId) {
      const userId = principal.kind === 'user' ? principal.userId : '';
      const row = await findMembership({ roomId, userId });
      if (!row) throw roomErrors.not_found();
      if (row.viewer_inactive) return undefined;
      if (row.status === RoomStatus.BANNED || row.creator_inactive) {
        if (row.role === null) return undefined;
        throw row.status === RoomStatus.BANNED ? await bannedError(parts.bans, roomId) : roomErrors.owner_inactive();
      }
      if (principal.kind === 'guest') {
        if (!parts.guestsEnabled() || !admitsGuest(row, principal, roomId)) return undefined;
        return { roomId, role: RoomRole.GUEST, permissions: permissionsOf(row, RoomRole.GUEST) };
      }
      if (row.role === null) return undefined;
      if (row.status !== RoomStatus.ACTIVE && row.role !== RoomRole.CREATOR) throw roomErrors.closed();
      return { roomId, role: row.role, permissions: permissionsOf(row, row.role) };
    },
    async guestVersion(roomId) {
      const row = await findMembership({ roomId, userId: '' });
      if (!row || row.status === RoomStatus.BANNED) throw roomErrors.not_found();
      return row.guest_version;
    },
  };
}

/** Concurrent calls share a statement, and each room's settings are parsed once for all of them. */
function membershipReader({ db, settings }: StandingParts) {
  const nameOf = ({ roomId, userId }: store.MembershipKey) => `${userId} ${roomId}`;
  return batchedRead(nameOf, async (keys: readonly store.MembershipKey[]) => {
    const settingsOf = new Map<JsonValue, FullRoomSettings>();
    const found = new Map<string, Membership>();
    for (const row of await store.findMemberships(db.query<store.MemberTables>(), keys)) {
      const known = settingsOf.get(row.settings);
      const fullSettings = known ?? readRoomSettings(row.settings, settings.maxMembersPerRoom);
      settingsOf.set(row.settings, fullSettings);
      found.set(nameOf({ roomId: row.room_id, userId: row.user_id }), { ...row, fullSettings });
    }
    return found;
  });
}

/** Members without personal grants share one set of permissions per role, if one statement read their settings. */
function permissionReader(settings: StandingParts['settings']) {
  const shared = new WeakMap<FullRoomSettings, Map<RoomRole, ReadonlySet<Permission>>>();
  return (row: Membership, role: RoomRole): ReadonlySet<Permission> => {
    const { fullSettings, added_permissions: added, removed_permissions: removed } = row;
    if (added !== null || removed !== null)
      return effectivePermissions(
        { role, settings: fullSettings, added: added ?? [], removed: removed ?? [] },
        settings,
      );
    const byRole = shared.get(fullSettings) ?? new Map<RoomRole, ReadonlySet<Permission>>();
    shared.set(fullSettings, byRole);
    const permissions =
      byRole.get(role) ?? effectivePermissions({ role, settings: fullSettings, added: [], removed: [] }, settings);
    byRole.set(role, permissions);
    return permissions;
  };
}

/** True if the room admits guests and this guest's token is valid for this room. */
function admitsGuest(row: Membership, guest: GuestPrincipal, roomId: string): boolean {
  return (
    guest.roomId === roomId &&
    guest.guestVersion === row.guest_version &&
    row.fullSettings.allowGuests &&
    !row.has_password &&
    row.status === RoomStatus.ACTIVE
  );
}

async function bannedError(bans: StandingParts['bans'], roomId: string) {
  const ban = (await bans.find(BanTarget.ROOM, [roomId])).get(roomId);
  if (!ban?.reason) return roomErrors.banned();
  return roomErrors.banned({ message: `This room is banned: ${ban.reason}`, metadata: { reason: ban.reason } });
}

import { create, type JsonValue } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import {
  type KickMemberRequest,
  type Permission,
  type RoomMember,
  RoomMemberSchema,
  RoomRole,
  type UpdateMemberPermissionsRequest,
} from '@matinee/contract/gen/service/client/members_pb.ts';
import { MemberEventKind } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { RoomStatus } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import { changePayload } from '../../realtime/frames.ts';
import { batchedRead } from '../../store/batched-read.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { Bans } from '../bans/bans.port.ts';
import { type FullRoomSettings, readRoomSettings } from '../rooms/room-settings.port.ts';
import { roomErrors } from '../rooms/rooms.errors.ts';
import { usernameKey } from '../users/users.port.ts';
import { memberErrors } from './members.errors.ts';
import type { Members, Online, RoomActor } from './members.port.ts';
import type { memberSettings } from './members.settings.ts';
import * as store from './members.store.ts';
import { effectivePermissions } from './permissions.port.ts';

type RoomCall = Call<UserPrincipal, RoomStanding>;

const kickSeconds = 300;

export interface MemberParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: SettingValues<typeof memberSettings>;
  readonly online: Online;
  readonly bans: Pick<Bans, 'find'>;
  /** Whether the server allows guests at all. */
  readonly guestsEnabled: () => boolean;
}

export function makeMembers(parts: MemberParts) {
  const { db, clock, settings, online, bans } = parts;
  const read = () => db.query<store.MemberTables>();

  function toMember(row: store.ListedMember): RoomMember {
    const grants = {
      role: row.role,
      settings: readRoomSettings(row.settings, settings.maxMembersPerRoom),
      added: row.added_permissions,
      removed: row.removed_permissions,
    };
    return create(RoomMemberSchema, {
      userId: row.user_id,
      username: row.username,
      role: row.role,
      permissions: [...effectivePermissions(grants, settings)].sort((a, b) => a - b),
      addedPermissions: row.added_permissions,
      removedPermissions: row.removed_permissions,
      online: online.of(row.room_id).memberIds.has(row.user_id),
      joinedAt: timestampFromDate(row.joined_at),
      version: row.version,
    });
  }

  /** Tells the room what happened to a member. */
  async function tell(
    tx: Tx,
    roomId: string,
    kind: MemberEventKind,
    member: RoomMember,
    actorId?: string,
  ): Promise<void> {
    const total = await store.countMembers(tx.query(), roomId);
    const value = { kind, members: [member], total, ...(actorId ? { actorId } : {}) };
    tx.emit({
      topic: roomId,
      kind: 'roomMembers',
      payload: changePayload({ resource: { case: 'roomMembers', value } }),
    });
  }

  async function getRow(tx: Tx | Database, roomId: string, userId: string): Promise<store.ListedMember> {
    const row = await store.findMember(tx.query<store.MemberTables>(), roomId, userId);
    if (!row) throw memberErrors.not_found();
    return row;
  }

  /** The other member, when the caller outranks them. [ME6] */
  async function getLower(tx: Tx, { room }: RoomActor, userId: string): Promise<store.ListedMember> {
    const row = await getRow(tx, room.roomId, userId);
    if (row.role >= room.role) throw memberErrors.rank_too_high();
    return row;
  }

  const nameOf = ({ roomId, userId }: store.MembershipKey) => `${userId} ${roomId}`;

  /** Those who ask at once share a statement, and what is the same for all of a room is read out once. */
  const findMembership = batchedRead(nameOf, async (keys: readonly store.MembershipKey[]) => {
    const settingsOf = new Map<JsonValue, FullRoomSettings>();
    const found = new Map<string, store.Membership & { readonly fullSettings: FullRoomSettings }>();
    for (const row of await store.findMemberships(read(), keys)) {
      const known = settingsOf.get(row.settings);
      const fullSettings = known ?? readRoomSettings(row.settings, settings.maxMembersPerRoom);
      settingsOf.set(row.settings, fullSettings);
      found.set(nameOf({ roomId: row.room_id, userId: row.user_id }), { ...row, fullSettings });
    }
    return found;
  });

  /** Of those who have nothing of their own, by the settings as one statement read them. */
  const sharedPermissions = new WeakMap<FullRoomSettings, Map<RoomRole, ReadonlySet<Permission>>>();

  function permissionsOf(
    row: store.Membership & { readonly fullSettings: FullRoomSettings },
    role: RoomRole,
  ): ReadonlySet<Permission> {
    const { fullSettings, added_permissions: added, removed_permissions: removed } = row;
    if (added !== null || removed !== null)
      return effectivePermissions(
        { role, settings: fullSettings, added: added ?? [], removed: removed ?? [] },
        settings,
      );
    const shared = sharedPermissions.get(fullSettings) ?? new Map<RoomRole, ReadonlySet<Permission>>();
    sharedPermissions.set(fullSettings, shared);
    const permissions =
      shared.get(role) ?? effectivePermissions({ role, settings: fullSettings, added: [], removed: [] }, settings);
    shared.set(role, permissions);
    return permissions;
  }

  async function bannedError(roomId: string) {
    const ban = (await bans.find(BanTarget.ROOM, [roomId])).get(roomId);
    if (!ban?.reason) return roomErrors.banned();
    return roomErrors.banned({ message: `This room is banned: ${ban.reason}`, metadata: { reason: ban.reason } });
  }

  const members: Members = {
    async findStanding(principal, roomId) {
      const userId = principal.kind === 'user' ? principal.userId : '';
      const row = await findMembership({ roomId, userId });
      if (!row) throw roomErrors.not_found();
      if (row.viewer_inactive) return undefined;
      if (row.status === RoomStatus.BANNED || row.creator_inactive) {
        if (row.role === null) return undefined;
        throw row.status === RoomStatus.BANNED ? await bannedError(roomId) : roomErrors.owner_inactive();
      }
      if (principal.kind === 'guest') {
        const mayEnter =
          principal.roomId === roomId &&
          parts.guestsEnabled() &&
          principal.guestVersion === row.guest_version &&
          row.fullSettings.allowGuests &&
          !row.has_password;
        if (!mayEnter || row.status !== RoomStatus.ACTIVE) return undefined;
        return { roomId, role: RoomRole.GUEST, permissions: permissionsOf(row, RoomRole.GUEST) };
      }
      if (row.role === null) return undefined;
      if (row.status !== RoomStatus.ACTIVE && row.role !== RoomRole.CREATOR) return undefined;
      return { roomId, role: row.role, permissions: permissionsOf(row, row.role) };
    },
    async guestVersion(roomId) {
      const row = await findMembership({ roomId, userId: '' });
      if (!row || row.status === RoomStatus.BANNED) throw roomErrors.not_found();
      return row.guest_version;
    },
    async add(tx, roomId, userId, role) {
      const isNew = await store.insertMember(tx.query(), {
        room_id: roomId,
        user_id: userId,
        role,
        joined_at: dateOf(clock.nowMs()),
      });
      if (isNew) await tell(tx, roomId, MemberEventKind.JOINED, toMember(await getRow(tx, roomId, userId)));
    },
    get: async (roomId, userId) => toMember(await getRow(db, roomId, userId)),
    isMember: async (tx, roomId, userId) => (await store.findMember(tx.query(), roomId, userId)) !== undefined,
    count: (tx, roomId) => store.countMembers(tx.query(), roomId),
    /** [ME5] */
    async list({ search, onlineOnly, page, pageSize }, roomId) {
      const { memberIds, guestCount } = online.of(roomId);
      const limit = pageSize || 20;
      const offset = (Math.max(page, 1) - 1) * limit;
      const only = onlineOnly ? { only: [...memberIds] } : {};
      const { rows, total } = await store.listMembers(read(), roomId, {
        search: usernameKey(search),
        offset,
        limit,
        ...only,
      });
      return { members: rows.map(toMember), total, onlineCount: memberIds.size, guestCount };
    },
    /** [ME6] [ME8] */
    async kick(tx, { userId, cooldownSeconds }, actor) {
      const { roomId } = actor.room;
      const row = await getLower(tx, actor, userId);
      await store.deleteMember(tx.query(), roomId, userId);
      await store.putKick(tx.query(), {
        room_id: roomId,
        user_id: userId,
        until: dateOf(clock.nowMs() + (cooldownSeconds || kickSeconds) * 1000),
      });
      await tell(tx, roomId, MemberEventKind.KICKED, toMember(row), actor.userId);
    },
    /** [ME6] [ME9] */
    async update(tx, request, actor) {
      const { roomId, role, permissions } = actor.room;
      if (request.role !== undefined && request.role >= role) throw memberErrors.rank_too_high();
      if (request.addedPermissions.some((permission) => !permissions.has(permission)))
        throw memberErrors.beyond_own_permissions();
      const before = toMember(await getLower(tx, actor, request.userId));
      await store.updateMember(tx.query(), roomId, request.userId, {
        ...(request.role === undefined ? {} : { role: request.role }),
        ...(request.replacePermissions
          ? { added_permissions: request.addedPermissions, removed_permissions: request.removedPermissions }
          : {}),
      });
      const member = toMember(await getRow(tx, roomId, request.userId));
      // Taking back a removal, or another role, grants as much as an addition does.
      const gained = member.permissions.filter((permission) => !before.permissions.includes(permission));
      if (gained.some((permission) => !permissions.has(permission))) throw memberErrors.beyond_own_permissions();
      await tell(tx, roomId, MemberEventKind.CHANGED, member, actor.userId);
      return member;
    },
    /** [ME10] */
    async setAside(tx, userId) {
      for (const row of await store.setAside(tx.query(), userId, RoomRole.CREATOR))
        await tell(tx, row.room_id, MemberEventKind.LEFT, toMember(row));
    },
    /** [ME10] */
    async bringBack(tx, userId) {
      for (const row of await store.takeSetAside(tx.query(), userId)) {
        const room = await store.lockRoomSettings(tx.query(), row.room_id);
        if (!room) continue;
        const { maxMembers } = readRoomSettings(room.settings, settings.maxMembersPerRoom);
        if ((await store.countMembers(tx.query(), row.room_id)) >= maxMembers) continue;
        await store.insertMember(tx.query(), row);
        await tell(tx, row.room_id, MemberEventKind.JOINED, toMember(await getRow(tx, row.room_id, userId)));
      }
    },
    cooldownUntil: async (roomId, userId) =>
      (await store.findKick(read(), roomId, userId, dateOf(clock.nowMs())))?.until,
  };

  return {
    members,
    /** [ME7] */
    async leave(call: RoomCall) {
      if (call.room.role === RoomRole.CREATOR) throw memberErrors.creator_stays();
      const { roomId } = call.room;
      await db.write(async (tx) => {
        const row = await getRow(tx, roomId, call.principal.userId);
        await store.deleteMember(tx.query(), roomId, row.user_id);
        await tell(tx, roomId, MemberEventKind.LEFT, toMember(row));
      });
      return {};
    },
    async kick(request: KickMemberRequest, call: RoomCall) {
      await db.write((tx) => members.kick(tx, request, actorOf(call)));
      return {};
    },
    update: (request: UpdateMemberPermissionsRequest, call: RoomCall) =>
      db.write(async (tx) => ({ member: await members.update(tx, request, actorOf(call)) })),
  };
}

function actorOf({ principal, room }: RoomCall): RoomActor {
  return { userId: principal.userId, room };
}

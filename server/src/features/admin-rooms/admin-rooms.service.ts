import { type MessageInitShape, toJson } from '@bufbuild/protobuf';
import {
  type AdminRoomSchema,
  AdminRoomSort,
  type AdminServiceAddMemberRequest,
  type AdminServiceCreateRoomRequest,
  type AdminServiceUpdateRoomPasswordRequest,
  type BanRoomRequest,
  type BatchBanRoomsRequest,
  type BatchDeleteRoomsRequest,
  type ListRoomsRequest,
} from '@matinee/contract/gen/service/client/admin_rooms_pb.ts';
import { BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import {
  type GetRoomMembersRequest,
  type KickMemberRequest,
  RoomRole,
  RoomRoleSchema,
  type UpdateMemberPermissionsRequest,
} from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomSettingsSchema, type UpdateRoomSettingsRequest } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { printedValue } from '@matinee/contract/naming.ts';
import type { AdminPrincipal, Call } from '../../kernel/call.ts';
import type { Database, Reader, Tx } from '../../store/database.ts';
import type { Audit } from '../audit/audit.port.ts';
import { type Bans, toBanRecord } from '../bans/bans.port.ts';
import { inBatch } from '../batch.ts';
import { memberErrors } from '../members/members.errors.ts';
import type { Members, Online, RoomActor } from '../members/members.port.ts';
import { permissionNames, permissionsOf } from '../members/permissions.port.ts';
import type { RoomCare, RoomOrder, RoomView } from '../rooms/rooms.port.ts';
import { type Users, userErrors } from '../users/users.port.ts';

type AdminCall = Call<AdminPrincipal>;

export interface AdminRoomParts {
  readonly db: Database;
  readonly rooms: RoomCare;
  readonly members: Members;
  readonly users: Users;
  readonly online: Online;
  readonly bans: Bans;
  readonly audit: Audit;
}

const orders: Record<AdminRoomSort, RoomOrder> = {
  [AdminRoomSort.UNSPECIFIED]: 'newest',
  [AdminRoomSort.NEWEST]: 'newest',
  [AdminRoomSort.OLDEST]: 'oldest',
  [AdminRoomSort.NAME]: 'name',
  [AdminRoomSort.MEMBERS]: 'members',
};

const allPermissions: ReadonlySet<number> = new Set(permissionsOf(permissionNames));

/** The administrator as somebody in the room, who stands as high as its creator. [AR1] */
function actorIn(roomId: string, { principal }: AdminCall): RoomActor {
  return {
    ...(principal.kind === 'user' ? { userId: principal.userId } : {}),
    room: { roomId, role: RoomRole.CREATOR, permissions: allPermissions },
  };
}

/** What administrators of the server do with rooms. */
export function makeAdminRooms({ db, rooms, members, users, online, bans, audit }: AdminRoomParts) {
  async function toAdminRooms(rows: readonly RoomView[], reader: Reader) {
    const inForce = await bans.find(
      BanTarget.ROOM,
      rows.map((row) => row.id),
      reader,
    );
    return rows.map((row): MessageInitShape<typeof AdminRoomSchema> => {
      const ban = inForce.get(row.id);
      return { room: rooms.toRoom(row), ownerActive: !row.creator_inactive, ...(ban ? { ban: toBanRecord(ban) } : {}) };
    });
  }

  async function get(roomId: string, reader: Reader = db) {
    const [room] = await toAdminRooms([await rooms.getView(reader, roomId)], reader);
    return { room: room! };
  }

  /** Does something to a room and writes it down. [AR6] */
  async function change<R>(
    call: AdminCall,
    roomId: string,
    action: string,
    work: (tx: Tx, row: RoomView) => Promise<{ result: R; details?: Record<string, unknown> }>,
  ): Promise<R> {
    return db.write(async (tx) => {
      const row = await rooms.getView(tx, roomId);
      const { result, details } = await work(tx, row);
      await audit.record(tx, call, { action, target: roomId, details: { name: row.name, ...details } });
      return result;
    });
  }

  const banOne = (call: AdminCall, { roomId, reason }: Omit<BanRoomRequest, '$typeName'>) =>
    change(call, roomId, 'room.banned', async (tx, row) => {
      await rooms.ban(tx, roomId);
      const ban = { target: BanTarget.ROOM, targetId: roomId, targetName: row.name, reason };
      await bans.begin(tx, call.principal, ban);
      return { result: undefined, details: { reason } };
    });

  const deleteOne = (call: AdminCall, roomId: string) =>
    change(call, roomId, 'room.deleted', async (tx, row) => {
      await rooms.delete(tx, roomId);
      return { result: undefined, details: { creator: row.creator_username } };
    });

  return {
    get: (roomId: string) => get(roomId),
    /** [AR2] */
    async list({ search, status, visibility, creatorId, onlineOnly, sort, page, pageSize }: ListRoomsRequest) {
      const limit = pageSize || 20;
      const only = onlineOnly ? online.busiest() : undefined;
      const { rows, total } = await rooms.list(
        { search, status, visibility, creatorId, only },
        { order: orders[sort], offset: (Math.max(page, 1) - 1) * limit, limit },
      );
      return { rooms: await toAdminRooms(rows, db), total };
    },
    /** [AR5] */
    async create({ userId, room }: AdminServiceCreateRoomRequest, call: AdminCall) {
      if (!(await users.find(userId))) throw userErrors.not_found();
      const write = await rooms.prepare(room!, true);
      return db.write(async (tx) => {
        const row = await write(tx, userId);
        const details = { name: row.name, creator: row.creator_username };
        await audit.record(tx, call, { action: 'room.created', target: row.id, details });
        return get(row.id, tx);
      });
    },
    async delete(roomId: string, call: AdminCall) {
      await deleteOne(call, roomId);
      return {};
    },
    /** [AR3] */
    async ban(request: BanRoomRequest, call: AdminCall) {
      await banOne(call, request);
      return get(request.roomId);
    },
    unban: (roomId: string, call: AdminCall) =>
      change(call, roomId, 'room.unbanned', async (tx) => {
        await rooms.unban(tx, roomId);
        await bans.lift(tx, call.principal, BanTarget.ROOM, roomId);
        return { result: await get(roomId, tx) };
      }),
    /** [AR4] */
    batchBan: ({ roomIds, reason }: BatchBanRoomsRequest, call: AdminCall) =>
      inBatch(roomIds, (roomId) => banOne(call, { roomId, reason })),
    batchDelete: ({ roomIds }: BatchDeleteRoomsRequest, call: AdminCall) =>
      inBatch(roomIds, (roomId) => deleteOne(call, roomId)),
    async members(request: GetRoomMembersRequest) {
      await rooms.getView(db, request.roomId);
      return members.list(request, request.roomId);
    },
    async addMember({ roomId, userId, role }: AdminServiceAddMemberRequest, call: AdminCall) {
      const user = await users.find(userId);
      if (!user) throw userErrors.not_found();
      await change(call, roomId, 'room.member_added', async (tx) => {
        if (await members.isMember(tx, roomId, userId)) throw memberErrors.already_member();
        await rooms.admit(tx, roomId, userId, role || RoomRole.MEMBER);
        return { result: undefined, details: { user: userId, username: user.username } };
      });
      return { member: await members.get(roomId, userId) };
    },
    async kick(request: KickMemberRequest, call: AdminCall) {
      const { roomId, userId } = request;
      await change(call, roomId, 'room.member_removed', async (tx) => {
        await members.kick(tx, request, actorIn(roomId, call));
        return { result: undefined, details: { user: userId } };
      });
      return {};
    },
    updateMember: (request: UpdateMemberPermissionsRequest, call: AdminCall) =>
      change(call, request.roomId, 'room.member_changed', async (tx) => {
        const member = await members.update(tx, request, actorIn(request.roomId, call));
        const details = {
          user: member.userId,
          username: member.username,
          role: printedValue(RoomRoleSchema, RoomRoleSchema.value[member.role]!),
        };
        return { result: { member }, details };
      }),
    settings: (roomId: string) => rooms.settings(roomId),
    updateSettings: (request: UpdateRoomSettingsRequest, call: AdminCall) =>
      change(call, request.roomId, 'room.settings_changed', async (tx) => ({
        result: await rooms.changeSettings(tx, actorIn(request.roomId, call), request, request.settings),
        details: {
          settings: request.settings ? toJson(RoomSettingsSchema, request.settings) : {},
          ...(request.name === undefined ? {} : { newName: request.name }),
        },
      })),
    resetSettings: (roomId: string, call: AdminCall) =>
      change(call, roomId, 'room.settings_reset', async (tx) => ({
        result: await rooms.changeSettings(tx, actorIn(roomId, call), {}, undefined),
      })),
    async setPassword({ roomId, password }: AdminServiceUpdateRoomPasswordRequest, call: AdminCall) {
      await rooms.getView(db, roomId);
      const record = await rooms.makePasswordRecord(roomId, password);
      const action = record === null ? 'room.password_removed' : 'room.password_set';
      return change(call, roomId, action, async (tx) => {
        await rooms.setPasswordRecord(tx, roomId, record);
        return { result: await get(roomId, tx) };
      });
    },
  };
}

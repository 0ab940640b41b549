import {
  AdminRoomSort,
  type AdminServiceCreateRoomRequest,
  type BatchDeleteRoomsRequest,
  type ListRoomsRequest,
} from '@matinee/contract/gen/service/client/admin_rooms_pb.ts';
import { pageOf } from '../../../store/queries/page.ts';
import { type Users, userErrors } from '../../accounts/users/users.port.ts';
import type { Online } from '../../rooms/members/members.port.ts';
import type { RoomOrder } from '../../rooms/rooms/rooms.port.ts';
import { inBatch } from '../admin-users/batch.ts';
import { type AdminCall, type AdminGround, changeRoom, getAdminRoom, toAdminRooms } from './room-changes.ts';

export interface AdminRoomParts extends AdminGround {
  readonly users: Users;
  readonly online: Online;
}

const orders: Record<AdminRoomSort, RoomOrder> = {
  [AdminRoomSort.UNSPECIFIED]: 'newest',
  [AdminRoomSort.NEWEST]: 'newest',
  [AdminRoomSort.OLDEST]: 'oldest',
  [AdminRoomSort.NAME]: 'name',
  [AdminRoomSort.MEMBERS]: 'members',
};

/** Lets administrators find, create and delete rooms. */
export function makeAdminRooms(parts: AdminRoomParts) {
  const { db, rooms, users, online, audit } = parts;

  const deleteOne = (call: AdminCall, roomId: string) =>
    changeRoom(parts, call, roomId, 'room.deleted', async (tx, row) => {
      await rooms.delete(tx, roomId);
      return { result: undefined, details: { creator: row.creator_username } };
    });

  return {
    get: (roomId: string) => getAdminRoom(parts, roomId),
    /** [AR2] */
    async list({ search, status, visibility, creatorId, sort, page, pageSize, ...request }: ListRoomsRequest) {
      const only = request.onlineOnly ? online.busiest() : undefined;
      const { rows, total } = await rooms.list(
        { search, status, visibility, creatorId, only, isOwnerless: request.ownerlessOnly },
        { order: orders[sort], ...pageOf({ page, pageSize }) },
      );
      return { rooms: await toAdminRooms(parts, rows, db), total };
    },
    /** [AR5] */
    async create({ userId, room }: AdminServiceCreateRoomRequest, call: AdminCall) {
      if (!(await users.find(userId))) throw userErrors.not_found();
      const plan = await rooms.plan(room!, true);
      return db.write(async (tx) => {
        const row = await rooms.carryOut(tx, userId, plan);
        const details = { name: row.name, creator: row.creator_username };
        await audit.record(tx, call, { action: 'room.created', target: row.id, details });
        return getAdminRoom(parts, row.id, tx);
      });
    },
    async delete(roomId: string, call: AdminCall) {
      await deleteOne(call, roomId);
      return {};
    },
    /** [AR4] */
    batchDelete: ({ roomIds }: BatchDeleteRoomsRequest, call: AdminCall) =>
      inBatch(roomIds, (roomId) => deleteOne(call, roomId)),
  };
}

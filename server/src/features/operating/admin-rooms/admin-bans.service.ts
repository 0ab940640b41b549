import type { BanRoomRequest, BatchBanRoomsRequest } from '@matinee/contract/gen/service/client/admin_rooms_pb.ts';
import { BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { inBatch } from '../admin-users/batch.ts';
import { type AdminCall, type AdminGround, changeRoom, getAdminRoom } from './room-changes.ts';

/** Lets administrators ban rooms and lift bans. */
export function makeAdminBans(ground: AdminGround) {
  const { rooms, bans } = ground;

  const banOne = (call: AdminCall, { roomId, reason }: Pick<BanRoomRequest, 'roomId' | 'reason'>) =>
    changeRoom(ground, call, roomId, 'room.banned', async (tx, row) => {
      await rooms.ban(tx, roomId);
      const ban = { target: BanTarget.ROOM, targetId: roomId, targetName: row.name, reason };
      await bans.begin(tx, call.principal, ban);
      return { result: undefined, details: { reason } };
    });

  return {
    /** [AR3] */
    async ban(request: BanRoomRequest, call: AdminCall) {
      await banOne(call, request);
      return getAdminRoom(ground, request.roomId);
    },
    unban: (roomId: string, call: AdminCall) =>
      changeRoom(ground, call, roomId, 'room.unbanned', async (tx) => {
        await rooms.unban(tx, roomId);
        await bans.lift(tx, call.principal, BanTarget.ROOM, roomId);
        return { result: await getAdminRoom(ground, roomId, tx) };
      }),
    /** [AR4] */
    batchBan: ({ roomIds, reason }: BatchBanRoomsRequest, call: AdminCall) =>
      inBatch(roomIds, (roomId) => banOne(call, { roomId, reason })),
  };
}

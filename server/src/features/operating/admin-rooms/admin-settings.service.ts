import { toJson } from '@bufbuild/protobuf';
import type { AdminServiceUpdateRoomPasswordRequest } from '@matinee/contract/gen/service/client/admin_rooms_pb.ts';
import type { UpdateRoomTaxonomyRequest } from '@matinee/contract/gen/service/client/room_taxonomy_pb.ts';
import {
  type ResetRoomSettingsRequest,
  RoomSettingsSchema,
  RoomStatus,
  type UpdateRoomSettingsRequest,
} from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { type AdminCall, type AdminGround, actorIn, changeRoom, getAdminRoom } from './room-changes.ts';

/** Lets administrators change settings and passwords of rooms. */
export function makeAdminSettings(ground: AdminGround) {
  const { db, rooms } = ground;

  const setStatus = (roomId: string, call: AdminCall, status: RoomStatus.ACTIVE | RoomStatus.CLOSED) =>
    changeRoom(ground, call, roomId, status === RoomStatus.CLOSED ? 'room.closed' : 'room.reopened', async (tx) => {
      await rooms.setStatus(tx, roomId, status);
      return { result: await getAdminRoom(ground, roomId, tx) };
    });

  return {
    get: (roomId: string) => rooms.settings(roomId),
    update: (request: UpdateRoomSettingsRequest, call: AdminCall) =>
      changeRoom(ground, call, request.roomId, 'room.settings_changed', async (tx) => ({
        result: await rooms.changeSettings(tx, actorIn(request.roomId, call), request, request.settings),
        details: {
          settings: request.settings ? toJson(RoomSettingsSchema, request.settings) : {},
          ...(request.name === undefined ? {} : { newName: request.name }),
        },
      })),
    /** [TX4] [TX8] */
    setTaxonomy: ({ roomId, categoryId, labels, expectedVersion }: UpdateRoomTaxonomyRequest, call: AdminCall) =>
      changeRoom(ground, call, roomId, 'room.taxonomy_changed', async (tx) => {
        await rooms.setTaxonomy(tx, roomId, { categoryId, labelIds: labels?.ids }, expectedVersion);
        return { result: await getAdminRoom(ground, roomId, tx), details: { categoryId, labelIds: labels?.ids } };
      }),
    reset: ({ roomId, expectedVersion }: ResetRoomSettingsRequest, call: AdminCall) =>
      changeRoom(ground, call, roomId, 'room.settings_reset', async (tx) => ({
        result: await rooms.changeSettings(tx, actorIn(roomId, call), { expectedVersion }, undefined),
      })),
    /** [RO24] */
    close: (roomId: string, call: AdminCall) => setStatus(roomId, call, RoomStatus.CLOSED),
    reopen: (roomId: string, call: AdminCall) => setStatus(roomId, call, RoomStatus.ACTIVE),
    /** [AR7] */
    clearCover: (roomId: string, call: AdminCall) =>
      changeRoom(ground, call, roomId, 'room.cover_cleared', async (tx) => {
        await rooms.showCover(tx, roomId, async () => null);
        return { result: await getAdminRoom(ground, roomId, tx) };
      }),
    async setPassword({ roomId, password }: AdminServiceUpdateRoomPasswordRequest, call: AdminCall) {
      await rooms.getView(db, roomId);
      const record = await rooms.makePasswordRecord(roomId, password);
      const action = record === null ? 'room.password_removed' : 'room.password_set';
      return changeRoom(ground, call, roomId, action, async (tx) => {
        await rooms.setPasswordRecord(tx, roomId, record);
        return { result: await getAdminRoom(ground, roomId, tx) };
      });
    },
  };
}

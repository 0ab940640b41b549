import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handleAdmin, handleUser } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { type DeletedRoomParts, makeDeletedRooms } from './deleted-rooms.service.ts';
import { makeRoomEnd, type RoomEndParts } from './room-end.ts';

/** Restores deleted rooms, and erases them after the retention period. */
export function deletedRoomsFeature(parts: Omit<DeletedRoomParts, 'onExpired'> & RoomEndParts): Feature {
  const end = makeRoomEnd(parts);
  const service = makeDeletedRooms({ ...parts, onExpired: end.wake });
  const { method } = AdminService;
  return {
    name: 'deleted-rooms',
    reads: ['room_members', 'rooms', 'users'],
    bindings: [
      handleUser(UserService.method.listDeletedRooms, (request, call) => service.listOwn(request, call.principal)),
      handleUser(UserService.method.restoreRoom, ({ roomId }, call) => service.restoreOwn(roomId, call.principal)),
      handleAdmin(method.listDeletedRooms, (request) => service.listAll(request)),
      handleAdmin(method.restoreRoom, ({ roomId }, call) => service.restoreAny(roomId, call)),
      handleAdmin(method.eraseRoom, ({ roomId }, call) => service.erase(roomId, call)),
    ],
    parts: [end],
  };
}

import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { handleAdmin } from '../../kernel/handler.ts';
import type { Feature } from '../feature.ts';
import { type AdminRoomParts, makeAdminRooms } from './admin-rooms.service.ts';

export function adminRoomsFeature(parts: AdminRoomParts): Feature {
  const service = makeAdminRooms(parts);
  const method = AdminService.method;
  return {
    name: 'admin-rooms',
    bindings: [
      handleAdmin(method.listRooms, (request) => service.list(request)),
      handleAdmin(method.getRoom, ({ roomId }) => service.get(roomId)),
      handleAdmin(method.createRoom, (request, call) => service.create(request, call)),
      handleAdmin(method.deleteRoom, ({ roomId }, call) => service.delete(roomId, call)),
      handleAdmin(method.banRoom, (request, call) => service.ban(request, call)),
      handleAdmin(method.unbanRoom, ({ roomId }, call) => service.unban(roomId, call)),
      handleAdmin(method.batchBanRooms, (request, call) => service.batchBan(request, call)),
      handleAdmin(method.batchDeleteRooms, (request, call) => service.batchDelete(request, call)),
      handleAdmin(method.getRoomMembers, (request) => service.members(request)),
      handleAdmin(method.addMember, (request, call) => service.addMember(request, call)),
      handleAdmin(method.kickMember, (request, call) => service.kick(request, call)),
      handleAdmin(method.updateMemberPermissions, (request, call) => service.updateMember(request, call)),
      handleAdmin(method.getRoomSettings, ({ roomId }) => service.settings(roomId)),
      handleAdmin(method.updateRoomSettings, (request, call) => service.updateSettings(request, call)),
      handleAdmin(method.resetRoomSettings, ({ roomId }, call) => service.resetSettings(roomId, call)),
      handleAdmin(method.updateRoomPassword, (request, call) => service.setPassword(request, call)),
    ],
  };
}

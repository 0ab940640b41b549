import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { handleAdmin } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { makeAdminBans } from './admin-bans.service.ts';
import { type AdminMemberParts, makeAdminMembers } from './admin-members.service.ts';
import { type AdminRoomParts, makeAdminRooms } from './admin-rooms.service.ts';
import { makeAdminSettings } from './admin-settings.service.ts';

export function adminRoomsFeature(parts: AdminRoomParts & AdminMemberParts): Feature {
  const rooms = makeAdminRooms(parts);
  const bans = makeAdminBans(parts);
  const members = makeAdminMembers(parts);
  const settings = makeAdminSettings(parts);
  const method = AdminService.method;
  return {
    name: 'admin-rooms',
    bindings: [
      handleAdmin(method.listRooms, (request) => rooms.list(request)),
      handleAdmin(method.getRoom, ({ roomId }) => rooms.get(roomId)),
      handleAdmin(method.createRoom, (request, call) => rooms.create(request, call)),
      handleAdmin(method.deleteRoom, ({ roomId }, call) => rooms.delete(roomId, call)),
      handleAdmin(method.banRoom, (request, call) => bans.ban(request, call)),
      handleAdmin(method.unbanRoom, ({ roomId }, call) => bans.unban(roomId, call)),
      handleAdmin(method.batchBanRooms, (request, call) => bans.batchBan(request, call)),
      handleAdmin(method.batchDeleteRooms, (request, call) => rooms.batchDelete(request, call)),
      handleAdmin(method.getRoomMembers, (request) => members.list(request)),
      handleAdmin(method.addMember, (request, call) => members.add(request, call)),
      handleAdmin(method.kickMember, (request, call) => members.kick(request, call)),
      handleAdmin(method.updateMemberPermissions, (request, call) => members.update(request, call)),
      handleAdmin(method.updateMemberRemarkName, (request, call) => members.rename(request, call)),
      handleAdmin(method.updateMemberDisplayTag, (request, call) => members.tag(request, call)),
      handleAdmin(method.getRoomSettings, ({ roomId }) => settings.get(roomId)),
      handleAdmin(method.updateRoomSettings, (request, call) => settings.update(request, call)),
      handleAdmin(method.resetRoomSettings, (request, call) => settings.reset(request, call)),
      handleAdmin(method.closeRoom, ({ roomId }, call) => settings.close(roomId, call)),
      handleAdmin(method.reopenRoom, ({ roomId }, call) => settings.reopen(roomId, call)),
      handleAdmin(method.clearRoomCover, ({ roomId }, call) => settings.clearCover(roomId, call)),
      handleAdmin(method.updateRoomTaxonomy, (request, call) => settings.setTaxonomy(request, call)),
      handleAdmin(method.updateRoomPassword, (request, call) => settings.setPassword(request, call)),
    ],
  };
}

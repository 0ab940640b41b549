import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { handleAdmin } from '../../kernel/handler.ts';
import type { Feature } from '../feature.ts';
import { type AccountEndParts, makeAccountEnds } from './account-ends.ts';
import { makeAccounts } from './accounts.ts';
import { type AdminUserParts, makeAdminUsers } from './admin-users.service.ts';

type Parts = Omit<AdminUserParts, 'accounts'> & AccountEndParts;

export function adminUsersFeature(parts: Parts): Feature {
  const accounts = makeAccounts(parts);
  const service = makeAdminUsers({ ...parts, accounts });
  const method = AdminService.method;
  return {
    name: 'admin-users',
    bindings: [
      handleAdmin(method.listUsers, (request) => accounts.list(request)),
      handleAdmin(method.getUser, ({ userId }) => accounts.get(userId)),
      handleAdmin(method.getUserRooms, (request) => accounts.rooms(request)),
      handleAdmin(method.listAdmins, () => accounts.listAdmins()),
      handleAdmin(method.createUser, (request, call) => service.create(request, call)),
      handleAdmin(method.deleteUser, ({ userId }, call) => service.delete(userId, call)),
      handleAdmin(method.restoreUser, (request, call) => service.restore(request, call)),
      handleAdmin(method.banUser, (request, call) => service.ban(request, call)),
      handleAdmin(method.unbanUser, ({ userId }, call) => service.unban(userId, call)),
      handleAdmin(method.batchBanUsers, (request, call) => service.batchBan(request, call)),
      handleAdmin(method.batchDeleteUsers, (request, call) => service.batchDelete(request, call)),
      handleAdmin(method.setUserPassword, (request, call) => service.setPassword(request, call)),
      handleAdmin(method.updateUserRole, (request, call) => service.updateRole(request, call)),
      handleAdmin(method.updateUserUsername, (request, call) => service.updateUsername(request, call)),
      handleAdmin(method.addAdmin, ({ userId }, call) => service.addAdmin(userId, call)),
      handleAdmin(method.removeAdmin, ({ userId }, call) => service.removeAdmin(userId, call)),
    ],
    parts: [makeAccountEnds(parts).part],
  };
}

import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { handleAdmin } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { type AccountEndParts, makeAccountEnds } from './account-ends.ts';
import { makeLockAccount } from './account-lock.ts';
import { makeAccounts } from './accounts.ts';
import { type BanningParts, makeBanning } from './banning.service.ts';
import { type CredentialParts, makeCredentials } from './credentials.service.ts';
import { type DeletingParts, makeDeleting } from './deleting.service.ts';
import { makeRoles, type RoleParts } from './roles.service.ts';

type Parts = Omit<BanningParts & CredentialParts & DeletingParts & RoleParts, 'accounts' | 'lock'> & AccountEndParts;

export function adminUsersFeature(given: Parts): Feature {
  const accounts = makeAccounts(given);
  const parts = { ...given, accounts, lock: makeLockAccount(given.users) };
  const banning = makeBanning(parts);
  const credentials = makeCredentials(parts);
  const deleting = makeDeleting(parts);
  const roles = makeRoles(parts);
  const method = AdminService.method;
  return {
    name: 'admin-users',
    reads: ['rooms', 'sessions', 'user_emails', 'users'],
    bindings: [
      handleAdmin(method.listUsers, (request) => accounts.list(request)),
      handleAdmin(method.getUser, ({ userId }) => accounts.get(userId)),
      handleAdmin(method.getUserRooms, (request) => accounts.rooms(request)),
      handleAdmin(method.listAdmins, () => accounts.listAdmins()),
      handleAdmin(method.createUser, (request, call) => credentials.create(request, call)),
      handleAdmin(method.deleteUser, ({ userId }, call) => deleting.delete(userId, call)),
      handleAdmin(method.restoreUser, (request, call) => deleting.restore(request, call)),
      handleAdmin(method.banUser, (request, call) => banning.ban(request, call)),
      handleAdmin(method.unbanUser, ({ userId }, call) => banning.unban(userId, call)),
      handleAdmin(method.batchBanUsers, (request, call) => banning.batchBan(request, call)),
      handleAdmin(method.batchDeleteUsers, (request, call) => deleting.batchDelete(request, call)),
      handleAdmin(method.setUserPassword, (request, call) => credentials.setPassword(request, call)),
      handleAdmin(method.updateUserRole, (request, call) => roles.update(request, call)),
      handleAdmin(method.updateUserUsername, (request, call) => credentials.updateUsername(request, call)),
      handleAdmin(method.clearUserAvatar, ({ userId }, call) => credentials.clearAvatar(userId, call)),
      handleAdmin(method.addAdmin, ({ userId }, call) => roles.addAdmin(userId, call)),
      handleAdmin(method.removeAdmin, ({ userId }, call) => roles.removeAdmin(userId, call)),
    ],
    parts: makeAccountEnds(parts).workers,
  };
}

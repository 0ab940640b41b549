import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { handleAdmin, handleOperatorStream, handleUser } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { type AccountExportParts, archives, makeAccountExports } from './account-exports.service.ts';

/** Archives of the data that the server keeps about an account. */
export function accountExportsFeature(parts: AccountExportParts): Feature {
  const exports = makeAccountExports(parts);
  return {
    name: 'account-exports',
    bindings: [
      handleUser(UserService.method.createAccountExport, (request, call) => exports.createOwn(request, call)),
      handleAdmin(AdminService.method.createUserExport, ({ userId }, call) => exports.createOf(userId, call)),
      handleOperatorStream(ManagementService.method.exportUser, ({ userId }, call) => exports.stream(userId, call)),
    ],
    byteRoutes: [
      { name: 'archive of an account', path: `${archives}/{ticket}`, open: (request) => exports.open(request) },
    ],
  };
}

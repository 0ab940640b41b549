import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { handleAdmin } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import type { Bans } from './bans.port.ts';
import { type BanParts, makeBans } from './bans.service.ts';
import { personalData } from './personal-data.ts';

export function bansFeature(parts: BanParts): Feature & { bans: Bans } {
  const service = makeBans(parts);
  return {
    name: 'bans',
    personalData,
    tables: ['bans'],
    bans: service.bans,
    bindings: [handleAdmin(AdminService.method.listBanRecords, (request) => service.list(request))],
  };
}

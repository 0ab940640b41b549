import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handleUser } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import type { AccountClosing, AccountErasing } from './closure.port.ts';
import { type ClosureParts, makeClosure } from './closure.service.ts';
import { type ErasingParts, makeErasing } from './erasing.ts';

export function closureFeature(
  parts: ClosureParts & ErasingParts,
): Feature & { closing: AccountClosing; erasing: AccountErasing } {
  const service = makeClosure(parts);
  return {
    name: 'closure',
    closing: service.closing,
    erasing: makeErasing(parts),
    bindings: [handleUser(UserService.method.closeAccount, (request, call) => service.closeOwn(request, call))],
  };
}

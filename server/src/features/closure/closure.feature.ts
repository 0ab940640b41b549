import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handleUser } from '../../kernel/handler.ts';
import type { Feature } from '../feature.ts';
import type { AccountClosing } from './closure.port.ts';
import { type ClosureParts, makeClosure } from './closure.service.ts';

export function closureFeature(parts: ClosureParts): Feature & { closing: AccountClosing } {
  const service = makeClosure(parts);
  return {
    name: 'closure',
    closing: service.closing,
    bindings: [handleUser(UserService.method.closeAccount, (request, call) => service.closeOwn(request, call))],
  };
}

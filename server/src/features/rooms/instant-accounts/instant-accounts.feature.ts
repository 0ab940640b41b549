import { AuthService } from '@matinee/contract/gen/service/client/auth_service_pb.ts';
import { handle } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { type AbandonedAccountParts, makeAbandonedAccounts } from './abandoned-accounts.ts';
import { type InstantAccountParts, makeInstantAccounts } from './instant-accounts.service.ts';

/** Accounts that need only a name. */
export function instantAccountsFeature(parts: InstantAccountParts & AbandonedAccountParts): Feature {
  const accounts = makeInstantAccounts(parts);
  return {
    name: 'instant-accounts',
    reads: ['refresh_tokens', 'sessions', 'users'],
    credentialKinds: [accounts.kind],
    bindings: [handle(AuthService.method.registerInstantly, (request, call) => accounts.register(request, call))],
    parts: [makeAbandonedAccounts(parts)],
  };
}

import type { UnbindEmailRequest } from '@matinee/contract/gen/service/client/emails_pb.ts';
import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import type { Database } from '../../../store/database.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { emailErrors } from '../../record/email-addresses/email-addresses.errors.ts';
import type { EmailAddresses } from '../../record/email-addresses/email-addresses.port.ts';
import type { FactorGuard, Verifications } from '../mfa/mfa.port.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import { deleteTokensOf, type EmailTokenTables } from './email-tokens.store.ts';

export interface UnbindingParts {
  readonly db: Database;
  readonly addresses: EmailAddresses;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly guard: FactorGuard;
  readonly verifications: Verifications;
}

/** Removes the address of an account. [EM13] */
export function makeEmailUnbinding({ db, addresses, sessions, audit, guard, verifications }: UnbindingParts) {
  return async ({ verificationId }: UnbindEmailRequest, call: Call<UserPrincipal>) => {
    const { userId, sessionId } = call.principal;
    if (!(await addresses.find(db, userId))) throw emailErrors.not_bound();
    await verifications.require(call.principal, SensitiveOperation.EMAIL_UNBIND, verificationId);
    await db.write(async (tx) => {
      const removed = await guard.remove(tx, userId, () => addresses.remove(tx, userId));
      if (!removed) throw emailErrors.not_bound();
      await deleteTokensOf(tx.query<EmailTokenTables>(), userId);
      await sessions.credentialsChanged(tx, userId, sessionId);
      const notice = { template: 'email_removed', userId, to: removed.address } as const;
      await audit.record(tx, call, { action: 'email.removed', target: userId, notice });
    });
    return {};
  };
}

import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import type { Tx } from '../../../store/database.ts';
import type { Audit, Deed } from '../../record/audit/audit.port.ts';
import type { Sessions } from '../sessions/sessions.port.ts';

export interface FactorChangeParts {
  readonly sessions: Sessions;
  readonly audit: Audit;
}

/** Template of the mail to the owner. */
type FactorMail = 'totp_added' | 'totp_removed' | 'recovery_codes_made' | 'two_factor_on' | 'two_factor_off';

/**
 * Completes a change of a user's second factor: ends all other sessions, records the change, and mails the user. [MF21]
 */
export async function factorChanged(
  { sessions, audit }: FactorChangeParts,
  tx: Tx,
  { action, template, call }: { action: Deed['action']; template: FactorMail; call: Call<UserPrincipal> },
): Promise<void> {
  const { userId, sessionId } = call.principal;
  await sessions.credentialsChanged(tx, userId, sessionId);
  await audit.record(tx, call, { action, target: userId, notice: { template, userId } });
}

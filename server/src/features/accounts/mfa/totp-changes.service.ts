import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import type { Database } from '../../../store/database.ts';
import { type FactorChangeParts, factorChanged } from './factor-changes.ts';
import { mfaErrors } from './mfa.errors.ts';
import type { FactorGuard, LocalFactor, Verifications } from './mfa.port.ts';
import { deleteTotp, lockAccount, type MfaTables } from './mfa.store.ts';
import { issueRecoveryCodes } from './recovery-code-proof.ts';
import type { RecoveryCodes } from './recovery-codes.ts';

interface Parts extends FactorChangeParts {
  readonly db: Database;
  readonly verifications: Verifications;
  readonly factor: LocalFactor;
  readonly factors: FactorGuard;
  readonly recoveryCodes: RecoveryCodes;
}

type UserCall = Call<UserPrincipal>;

/** Makes new recovery codes for an account, and removes its authenticator app. */
export function makeTotpChanges(parts: Parts) {
  const { db, verifications, factor, factors, recoveryCodes } = parts;
  return {
    /** [MF13] */
    async regenerate(verificationId: string, call: UserCall) {
      const { principal } = call;
      await verifications.require(principal, SensitiveOperation.RECOVERY_CODES_REGENERATE, verificationId);
      return db.write(async (tx) => {
        await lockAccount(tx.query<MfaTables>(), principal.userId);
        if (!(await factor.has(tx, principal.userId))) throw mfaErrors.no_totp();
        const codes = await issueRecoveryCodes(tx, recoveryCodes, principal.userId);
        const action = 'mfa.recovery_codes_regenerated';
        await factorChanged(parts, tx, { action, template: 'recovery_codes_made', call });
        return { recoveryCodes: codes };
      });
    },
    /** [MF18] */
    async delete(verificationId: string, call: UserCall) {
      const { principal } = call;
      await verifications.require(principal, SensitiveOperation.TOTP_DELETE, verificationId);
      await db.write(async (tx) => {
        await factors.remove(tx, principal.userId, async () => {
          if (!(await deleteTotp(tx.query<MfaTables>(), principal.userId))) throw mfaErrors.no_totp();
        });
        await factorChanged(parts, tx, { action: 'mfa.totp_removed', template: 'totp_removed', call });
      });
      return {};
    },
  };
}

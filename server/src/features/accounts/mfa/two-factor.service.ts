import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import { type FactorChangeParts, factorChanged } from './factor-changes.ts';
import type { Factors } from './factors.service.ts';
import { mfaErrors } from './mfa.errors.ts';
import type { Verifications } from './mfa.port.ts';
import { disableTwoFactor, enableTwoFactor, lockAccount, type MfaTables } from './mfa.store.ts';

export interface TwoFactorParts extends FactorChangeParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly verifications: Verifications;
  readonly factors: Factors;
}

export function makeTwoFactor(parts: TwoFactorParts) {
  const { db, clock, verifications, factors } = parts;
  return {
    /** [MF20] [MF21] */
    async set(enabled: boolean, verificationId: string, call: Call<UserPrincipal>) {
      const { principal } = call;
      const { userId } = principal;
      const operation = enabled ? SensitiveOperation.TWO_FACTOR_ENABLE : SensitiveOperation.TWO_FACTOR_DISABLE;
      await verifications.require(principal, operation, verificationId);
      await db.write(async (tx) => {
        const tables = tx.query<MfaTables>();
        await lockAccount(tables, userId);
        if (enabled && !(await factors.suffice(tx, userId))) throw mfaErrors.too_few_factors();
        const isNew = enabled
          ? await enableTwoFactor(tables, userId, dateOf(clock.nowMs()))
          : await disableTwoFactor(tables, userId);
        if (!isNew) return;
        await (enabled
          ? factorChanged(parts, tx, { action: 'mfa.two_factor_enabled', template: 'two_factor_on', call })
          : factorChanged(parts, tx, { action: 'mfa.two_factor_disabled', template: 'two_factor_off', call }));
      });
      return { twoFactorEnabled: enabled };
    },
  };
}

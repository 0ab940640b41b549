import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import type { LocalFactor, MfaProvider } from './mfa.port.ts';
import { findTotp, type MfaTables, takeStep } from './mfa.store.ts';
import { stepOf } from './totp.ts';
import type { TotpSecrets } from './totp-secrets.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: TotpSecrets;
}

/** An authenticator app as a local factor, and the check of its codes. */
export function makeTotpProof({ db, clock, secrets }: Parts) {
  const factor: LocalFactor = {
    kind: 'totp',
    has: async (reader, userId) => (await findTotp(reader.query<MfaTables>(), userId)) !== undefined,
    signsIn: () => false,
  };
  const provider: MfaProvider<'totp'> = {
    method: 'totp',
    isAvailable: factor.has,
    /** [MF9] [MF10] */
    async verify({ user }, code) {
      const row = await findTotp(db.query<MfaTables>(), user.id);
      if (!row) return false;
      const step = stepOf(secrets.open(row.secret, user.id), code, clock.nowMs());
      if (step === undefined) return false;
      return (await takeStep(db.query<MfaTables>(), row, step)) || 'replayed';
    },
  };
  return { factor, provider };
}

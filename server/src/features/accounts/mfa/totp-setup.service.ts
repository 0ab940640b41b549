import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Database } from '../../../store/database.ts';
import type { Attempts } from './attempts.ts';
import { type FactorChangeParts, factorChanged } from './factor-changes.ts';
import { mfaErrors } from './mfa.errors.ts';
import type { LocalFactor, Verifications } from './mfa.port.ts';
import { insertTotp, lockAccount, type MfaTables } from './mfa.store.ts';
import { issueRecoveryCodes } from './recovery-code-proof.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import { makeTotpSecret, otpauthUri, stepOf } from './totp.ts';
import type { TotpSecrets } from './totp-secrets.ts';

/** An enrolment that awaits its first code. */
export interface TotpSetup {
  readonly userId: string;
  readonly sessionId: string;
  readonly sealedSecret: string;
}

interface Parts extends FactorChangeParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: TotpSecrets;
  readonly verifications: Verifications;
  readonly factor: LocalFactor;
  readonly setups: Attempts<TotpSetup>;
  readonly recoveryCodes: RecoveryCodes;
  /** The server's name, which the authenticator app shows. */
  readonly issuer: () => string;
}

type UserCall = Call<UserPrincipal>;

/** Adds an authenticator app to an account. */
export function makeTotpSetup(parts: Parts) {
  const { db, clock, random, secrets, verifications, factor, setups, recoveryCodes, issuer } = parts;
  return {
    /** [MF7] */
    async start(verificationId: string, { principal }: UserCall) {
      const { userId, sessionId, username } = principal;
      if (await factor.has(db, userId)) throw mfaErrors.totp_exists();
      await verifications.require(principal, SensitiveOperation.TOTP_SETUP, verificationId);
      const secret = makeTotpSecret(random);
      const setup = { userId, sessionId, sealedSecret: secrets.seal(secret, userId) };
      const { id, expiresAtMs } = await setups.begin(setup);
      const uri = otpauthUri(secret, issuer(), username);
      return { setupId: id, secret, otpauthUri: uri, expiresAt: timestampFromMs(expiresAtMs) };
    },
    /** [MF7] [MF8] [MF11] */
    async finish(setupId: string, code: string, call: UserCall) {
      const { userId, sessionId } = call.principal;
      const setup = await setups.find(setupId);
      if (setup?.userId !== userId || setup.sessionId !== sessionId) throw mfaErrors.setup_ended();
      if (!(await setups.takeTry(setupId))) throw mfaErrors.setup_ended();
      const { sealedSecret: secret } = setup;
      const step = stepOf(secrets.open(secret, userId), code, clock.nowMs());
      if (step === undefined) throw mfaErrors.wrong_setup_code();
      if (!(await setups.end(setupId))) throw mfaErrors.setup_ended();
      return db.write(async (tx) => {
        await lockAccount(tx.query<MfaTables>(), userId);
        const row = { user_id: userId, secret, last_step: step, created_at: dateOf(clock.nowMs()) };
        if (!(await insertTotp(tx.query<MfaTables>(), row))) throw mfaErrors.totp_exists();
        const codes = await issueRecoveryCodes(tx, recoveryCodes, userId);
        await factorChanged(parts, tx, { action: 'mfa.totp_added', template: 'totp_added', call });
        return { recoveryCodes: codes };
      });
    },
  };
}

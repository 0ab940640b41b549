import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Random } from '../../kernel/random.ts';
import type { Sealer } from '../../kernel/sealing.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { Audit } from '../audit/audit.port.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import type { Attempts } from './attempts.ts';
import type { Factors } from './factors.service.ts';
import { mfaErrors } from './mfa.errors.ts';
import type { LocalFactor, MfaProvider, Verifications } from './mfa.port.ts';
import {
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  insertTotp,
  lockAccount,
  type MfaTables,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from './mfa.store.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import { makeTotpSecret, otpauthUri, stepOf } from './totp.ts';

/** An enrolment that waits for its first code. */
export interface TotpSetup {
  readonly userId: string;
  readonly sessionId: string;
  readonly sealedSecret: string;
}

export interface TotpParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly sealer: Sealer;
  readonly log: Log;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly verifications: Verifications;
  readonly factors: Factors;
  readonly setups: Attempts<TotpSetup>;
  readonly recoveryCodes: RecoveryCodes;
  /** Name of the server as the authenticator app shows it. */
  readonly issuer: () => string;
}

type UserCall = Call<UserPrincipal>;

/** What sealed secrets are bound to: one that is moved to another account cannot be opened. */
const sealContext = (userId: string) => `totp ${userId}`;

export function makeTotp(parts: TotpParts) {
  const { db, clock, random, sealer, log, sessions, audit, verifications, factors, setups, recoveryCodes, issuer } =
    parts;

  const factor: LocalFactor = {
    kind: 'totp',
    has: async (reader, userId) => (await findTotp(reader.query<MfaTables>(), userId)) !== undefined,
    signsIn: () => false,
  };

  /** @throws AppError `mfa.method_unavailable` when the key that it was sealed with is not that of the server any more. */
  function openSecret(sealed: string, userId: string): string {
    try {
      return sealer.open(sealed, sealContext(userId));
    } catch (err) {
      log.error(
        { err, userId },
        'the secret of an authenticator app cannot be opened: has credential_encryption_key changed?',
      );
      throw mfaErrors.method_unavailable();
    }
  }

  const provider: MfaProvider<'totp'> = {
    method: 'totp',
    isAvailable: factor.has,
    /** [MF9] [MF10] */
    async verify({ user }, code) {
      const row = await findTotp(db.query<MfaTables>(), user.id);
      if (!row) return false;
      const step = stepOf(openSecret(row.secret, user.id), code, clock.nowMs());
      if (step === undefined) return false;
      return (await takeStep(db.query<MfaTables>(), row, step)) || 'replayed';
    },
  };

  const recoveryProvider: MfaProvider<'recovery_code'> = {
    method: 'recovery_code',
    isAvailable: async (reader, userId) => (await countRecoveryCodes(reader.query<MfaTables>(), userId)) > 0,
    /** [MF12] */
    verify: ({ user, call }, typed) =>
      db.write(async (tx) => {
        const hash = recoveryCodes.hash(user.id, typed);
        if (!hash || !(await takeRecoveryCode(tx.query<MfaTables>(), user.id, hash))) return false;
        await audit.record(tx, call, { action: 'mfa.recovery_code_used', target: user.id });
        return true;
      }),
  };

  /** Stores a new set and gives it in clear, for the only time. */
  async function issueCodes(tx: Tx, userId: string): Promise<string[]> {
    const codes = recoveryCodes.make();
    await replaceRecoveryCodes(
      tx.query<MfaTables>(),
      userId,
      codes.map((code) => recoveryCodes.hash(userId, code)!),
    );
    return codes;
  }

  /** A factor is not what it was. */
  async function changed(
    tx: Tx,
    call: UserCall,
    action: string,
    template: 'totp_added' | 'totp_removed' | 'recovery_codes_made',
  ) {
    const { userId, sessionId } = call.principal;
    await sessions.credentialsChanged(tx, userId, sessionId);
    await audit.record(tx, call, { action, target: userId, notice: { template, userId } });
  }

  return {
    factor,
    provider,
    recoveryProvider,
    /** [MF7] */
    async startSetup(verificationId: string, { principal }: UserCall) {
      const { userId, sessionId, username } = principal;
      if (await factor.has(db, userId)) throw mfaErrors.totp_exists();
      await verifications.consume(principal, SensitiveOperation.TOTP_SETUP, verificationId);
      const secret = makeTotpSecret(random);
      const sealedSecret = sealer.seal(secret, sealContext(userId));
      const { id, expiresAtMs } = await setups.begin({ userId, sessionId, sealedSecret });
      return {
        setupId: id,
        secret,
        otpauthUri: otpauthUri(secret, issuer(), username),
        expiresAt: timestampFromMs(expiresAtMs),
      };
    },
    /** [MF7] [MF8] [MF11] */
    async finishSetup(setupId: string, code: string, call: UserCall) {
      const { userId, sessionId } = call.principal;
      const setup = await setups.find(setupId);
      if (setup?.userId !== userId || setup.sessionId !== sessionId) throw mfaErrors.setup_ended();
      if (!(await setups.takeTry(setupId))) throw mfaErrors.setup_ended();
      const step = stepOf(sealer.open(setup.sealedSecret, sealContext(userId)), code, clock.nowMs());
      if (step === undefined) throw mfaErrors.wrong_setup_code();
      if (!(await setups.end(setupId))) throw mfaErrors.setup_ended();
      return db.write(async (tx) => {
        await lockAccount(tx.query<MfaTables>(), userId);
        const row = {
          user_id: userId,
          secret: setup.sealedSecret,
          last_step: step,
          created_at: dateOf(clock.nowMs()),
        };
        if (!(await insertTotp(tx.query<MfaTables>(), row))) throw mfaErrors.totp_exists();
        const codes = await issueCodes(tx, userId);
        await changed(tx, call, 'mfa.totp_added', 'totp_added');
        return { recoveryCodes: codes };
      });
    },
    /** [MF13] */
    async regenerate(verificationId: string, call: UserCall) {
      const { principal } = call;
      await verifications.consume(principal, SensitiveOperation.RECOVERY_CODES_REGENERATE, verificationId);
      return db.write(async (tx) => {
        await lockAccount(tx.query<MfaTables>(), principal.userId);
        if (!(await factor.has(tx, principal.userId))) throw mfaErrors.no_totp();
        const codes = await issueCodes(tx, principal.userId);
        await changed(tx, call, 'mfa.recovery_codes_regenerated', 'recovery_codes_made');
        return { recoveryCodes: codes };
      });
    },
    /** [MF18] */
    async delete(verificationId: string, call: UserCall) {
      const { principal } = call;
      await verifications.consume(principal, SensitiveOperation.TOTP_DELETE, verificationId);
      await db.write(async (tx) => {
        await factors.remove(tx, principal.userId, async () => {
          if (!(await deleteTotp(tx.query<MfaTables>(), principal.userId))) throw mfaErrors.no_totp();
        });
        await changed(tx, call, 'mfa.totp_removed', 'totp_removed');
      });
      return {};
    },
  };
}

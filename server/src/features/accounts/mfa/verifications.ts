import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Database } from '../../../store/database.ts';
import type { Users } from '../users/users.port.ts';
import type { Attempts } from './attempts.ts';
import type { FactorStamp } from './factor-stamp.ts';
import type { Factors } from './factors.service.ts';
import { mfaErrors } from './mfa.errors.ts';
import type { ProofMethod, Verifications } from './mfa.port.ts';

/** The scope of a verification, from its first try until it ends. */
export interface VerificationScope {
  readonly userId: string;
  readonly sessionId: string;
  readonly operation: SensitiveOperation;
  /** `FactorStamp` when the verification began. The verification ends when the stamp changes. */
  readonly stamp: string;
}

/** A verification that was proved. */
export interface Verified extends VerificationScope {
  readonly method: ProofMethod;
}

interface Parts {
  readonly db: Database;
  readonly users: Users;
  readonly factors: Factors;
  readonly stampOf: FactorStamp;
  readonly verified: Attempts<Verified>;
}

/**
 * Operations that need a new verification each time; the contract lists them. One verification is valid for all other
 * operations, repeatedly during its lifetime.
 */
const onceOnly = new Set([
  SensitiveOperation.TOTP_SETUP,
  SensitiveOperation.RECOVERY_CODES_REGENERATE,
  SensitiveOperation.TOTP_DELETE,
  SensitiveOperation.TWO_FACTOR_ENABLE,
  SensitiveOperation.TWO_FACTOR_DISABLE,
  SensitiveOperation.ACCOUNT_CLOSE,
]);
/** Operations that an account without any local factor may perform with an empty id, to get its first factor. */
const firstBindings = new Set([SensitiveOperation.PASSKEY_BIND, SensitiveOperation.EMAIL_BIND]);
/**
 * An account created by a name only may also add a password in this way. An account that signs in by OAuth2 must first
 * add a passkey or an address.
 */
const firstOfInstant = new Set([...firstBindings, SensitiveOperation.PASSWORD_UPDATE]);

export function makeVerifications({ db, users, factors, stampOf, verified }: Parts): Verifications {
  /** [MF17] */
  async function requireNoFactor(userId: string, operation: SensitiveOperation) {
    const mayBind = firstBindings.has(operation) || (await users.find(userId))?.instant === true;
    if (!mayBind || (await factors.held(db, userId)).size > 0) throw mfaErrors.verification_invalid();
  }

  return {
    /** [MF16] [MF17] [MF30] [MF31] */
    async require({ userId, sessionId }, operation, verificationId) {
      if (verificationId === '' && firstOfInstant.has(operation)) {
        await requireNoFactor(userId, operation);
        return undefined;
      }
      const found = await verified.find(verificationId);
      if (!found) throw mfaErrors.verification_invalid();
      // An attempt with it for another operation uses it up too.
      if (onceOnly.has(found.operation) && !(await verified.end(verificationId)))
        throw mfaErrors.verification_invalid();
      const isOwn = found.userId === userId && found.sessionId === sessionId;
      if (!isOwn || !serves(found.operation, operation)) throw mfaErrors.verification_invalid();
      if (found.stamp !== (await stampOf(db, userId))) throw mfaErrors.verification_invalid();
      return found.method;
    },
  };
}

/** Whether a verification for one operation is valid for another. */
function serves(made: SensitiveOperation, wanted: SensitiveOperation): boolean {
  return made === wanted || !(onceOnly.has(made) || onceOnly.has(wanted));
}

import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Database } from '../../store/database.ts';
import type { OneTimeValues } from '../../store/key-value/one-time-values.ts';
import type { Users } from '../users/users.port.ts';
import type { Factors } from './factors.service.ts';
import { mfaErrors } from './mfa.errors.ts';
import type { ProofMethod, Verifications } from './mfa.port.ts';

/** What a verification is bound to, from its first try until it is used. */
export interface VerificationScope {
  readonly userId: string;
  readonly sessionId: string;
  readonly operation: SensitiveOperation;
}

/** A verification that was proved. */
export interface Verified extends VerificationScope {
  readonly method: ProofMethod;
}

interface Parts {
  readonly db: Database;
  readonly users: Users;
  readonly factors: Factors;
  /** Verification ids; each works for one operation. */
  readonly verified: OneTimeValues<Verified>;
}

/** Operations that an account without any local factor may do with an empty id, in order to get one. */
const firstBindings = new Set([SensitiveOperation.PASSKEY_BIND, SensitiveOperation.EMAIL_BIND]);
/** An account by a name alone may also get a password so. One that signs in elsewhere binds one of the other two first. */
const firstOfInstant = new Set([...firstBindings, SensitiveOperation.PASSWORD_UPDATE]);

export function makeVerifications({ db, users, factors, verified }: Parts): Verifications {
  return {
    /** [MF16] [MF17] */
    async consume({ userId, sessionId }, operation, verificationId) {
      if (verificationId === '' && firstOfInstant.has(operation)) {
        const mayBind = firstBindings.has(operation) || (await users.find(userId))?.instant === true;
        if (mayBind && (await factors.held(db, userId)).size === 0) return undefined;
        throw mfaErrors.verification_invalid();
      }
      const scope = await verified.take(verificationId);
      if (scope?.userId !== userId || scope.sessionId !== sessionId || scope.operation !== operation)
        throw mfaErrors.verification_invalid();
      return scope.method;
    },
  };
}

import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { type SensitiveOperation, VerificationMethod } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import type { Database } from '../../../store/database.ts';
import type { Lockout } from '../lockout/lockout.ts';
import type { Users } from '../users/users.port.ts';
import { type Attempts, hashId } from './attempts.ts';
import type { FactorStamp } from './factor-stamp.ts';
import type { Factors } from './factors.service.ts';
import { mfaErrors } from './mfa.errors.ts';
import type { MfaProvider, ProofAttempt, ProofMethod } from './mfa.port.ts';
import { makeProofs, methodOf, type Proof } from './proofs.ts';
import type { VerificationScope, Verified } from './verifications.ts';

export interface VerificationParts {
  readonly db: Database;
  readonly verified: Attempts<Verified>;
  readonly users: Users;
  readonly lockout: Lockout;
  readonly factors: Factors;
  readonly stampOf: FactorStamp;
  readonly attempts: Attempts<VerificationScope>;
}

const methodNames: Readonly<Record<ProofMethod, VerificationMethod>> = {
  password: VerificationMethod.PASSWORD,
  webauthn: VerificationMethod.WEBAUTHN,
  totp: VerificationMethod.TOTP,
  recovery_code: VerificationMethod.RECOVERY_CODE,
  email: VerificationMethod.EMAIL,
};

/** Lets signed-in users prove their identity again, before a sensitive operation. */
export function makeVerification(parts: VerificationParts) {
  const { db, verified, factors, stampOf, attempts } = parts;
  const proofs = makeProofs(parts);

  return {
    /** [MF14] [MF31] */
    async start(operation: SensitiveOperation, { principal }: Call<UserPrincipal>) {
      const { userId, sessionId } = principal;
      if ((await factors.held(db, userId)).size === 0) throw mfaErrors.no_local_factor();
      const methods = await factors.available(db, userId);
      if (methods.length === 0) throw mfaErrors.method_unavailable();
      const { id, expiresAtMs } = await attempts.begin({
        userId,
        sessionId,
        operation,
        stamp: await stampOf(db, userId),
      });
      return {
        verificationSessionId: id,
        availableMethods: methods.map((method) => methodNames[method]),
        expiresAt: timestampFromMs(expiresAtMs),
      };
    },
    /** [MF6] */
    async challenge<M extends ProofMethod>(
      id: string,
      method: M,
      request: Parameters<NonNullable<MfaProvider<M>['start']>>[1],
      call: Call<UserPrincipal>,
    ) {
      const { user, attempt } = await open(parts, id, call);
      const provider = await proofs.getProvider(method, user);
      if (!provider.start) throw mfaErrors.method_unavailable();
      return provider.start(attempt, request);
    },
    /** [MF3] [MF4] [MF15] */
    async finish(id: string, proof: Proof, call: Call<UserPrincipal>) {
      const { scope, attempt } = await open(parts, id, call);
      const verify = await proofs.prepare(attempt, proof);
      const isProved = await proofs.asGuess(attempt, proof, async () => {
        if (!(await attempts.takeTry(id))) throw mfaErrors.verification_session_ended();
        const result = await verify();
        if (result === 'replayed') throw mfaErrors.wrong_proof();
        if (!result) return false;
        if (!(await attempts.end(id))) throw mfaErrors.verification_session_ended();
        return true;
      });
      if (!isProved) throw mfaErrors.wrong_proof();
      const { id: verificationId, expiresAtMs } = await verified.begin({ ...scope, method: methodOf(proof) });
      return { verificationId, expiresAt: timestampFromMs(expiresAtMs) };
    },
  };
}

/** Finds an attempt of the caller, unless a factor has changed since it began. */
async function open(
  { db, users, stampOf, attempts }: Pick<VerificationParts, 'db' | 'users' | 'stampOf' | 'attempts'>,
  id: string,
  call: Call<UserPrincipal>,
) {
  const scope = await attempts.find(id);
  const { userId, sessionId } = call.principal;
  const user = await users.find(userId);
  if (!user || scope?.userId !== userId || scope.sessionId !== sessionId) throw mfaErrors.verification_session_ended();
  if (scope.stamp !== (await stampOf(db, userId))) throw mfaErrors.verification_session_ended();
  const attempt: ProofAttempt = { user, id: hashId(id), purpose: 'sensitive_operation', call };
  return { user, scope, attempt };
}

import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  type FinishSensitiveOperationVerificationRequest,
  SensitiveOperation,
  VerificationMethod,
} from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../kernel/call.ts';
import type { Database } from '../../store/database.ts';
import type { OneTimeValues } from '../../store/key-value/one-time-values.ts';
import { factorGuesses, type Lockout, passwordGuesses } from '../lockout/lockout.port.ts';
import type { UserRow, Users } from '../users/users.port.ts';
import { type Attempts, hashId } from './attempts.ts';
import type { Factors } from './factors.service.ts';
import { mfaErrors } from './mfa.errors.ts';
import type { MfaProvider, ProofAttempt, ProofMethod, Verifications } from './mfa.port.ts';

/** What a verification is bound to, while it is tried and after it. */
export interface VerificationScope {
  readonly userId: string;
  readonly sessionId: string;
  readonly operation: SensitiveOperation;
}

export interface VerificationParts {
  readonly db: Database;
  /** Verification ids, each good for one operation. */
  readonly verified: OneTimeValues<VerificationScope>;
  readonly nowMs: () => number;
  readonly users: Users;
  readonly lockout: Lockout;
  readonly factors: Factors;
  readonly attempts: Attempts<VerificationScope>;
}

type Proof = NonNullable<FinishSensitiveOperationVerificationRequest['proof']>;

/** Life of a verification id, in milliseconds. */
export const verificationLifeMs = 300_000;

const methodNames: Readonly<Record<ProofMethod, VerificationMethod>> = {
  password: VerificationMethod.PASSWORD,
  webauthn: VerificationMethod.WEBAUTHN,
  totp: VerificationMethod.TOTP,
  recovery_code: VerificationMethod.RECOVERY_CODE,
  email: VerificationMethod.EMAIL,
};

/** What an account without any local factor may do with an empty id, so that it gets one. */
const firstBindings = new Set([SensitiveOperation.PASSKEY_BIND, SensitiveOperation.EMAIL_BIND]);

export function makeVerification(parts: VerificationParts) {
  const { db, verified, nowMs, users, lockout, factors, attempts } = parts;

  const verifications: Verifications = {
    /** [MF16] [MF17] */
    async consume({ userId, sessionId }, operation, verificationId) {
      if (verificationId === '' && firstBindings.has(operation)) {
        if ((await factors.held(db, userId)).size === 0) return;
        throw mfaErrors.verification_invalid();
      }
      const scope = await verified.take(verificationId);
      if (scope?.userId !== userId || scope.sessionId !== sessionId || scope.operation !== operation)
        throw mfaErrors.verification_invalid();
    },
  };

  async function open(id: string, call: Call<UserPrincipal>) {
    const scope = await attempts.find(id);
    const { userId, sessionId } = call.principal;
    const user = await users.find(userId);
    if (!user || scope?.userId !== userId || scope.sessionId !== sessionId)
      throw mfaErrors.verification_session_ended();
    const attempt: ProofAttempt = { user, id: hashId(id), purpose: 'sensitive_operation', call };
    return { user, scope, attempt };
  }

  async function getProvider<M extends ProofMethod>(method: M, user: UserRow): Promise<MfaProvider<M>> {
    const provider = factors.provider(method);
    if (!provider || !(await provider.isAvailable(db, user.id))) throw mfaErrors.method_unavailable();
    return provider;
  }

  async function verify(
    attempt: ProofAttempt,
    proof: Proof,
  ): Promise<(() => Promise<boolean | 'replayed'>) | undefined> {
    const { user } = attempt;
    switch (proof.case) {
      case 'password': {
        const provider = await getProvider('password', user);
        return () => provider.verify(attempt, { password: proof.value });
      }
      case 'credentialFinalization': {
        const provider = await getProvider('password', user);
        return () => provider.verify(attempt, { credentialFinalization: proof.value });
      }
      case 'totpCode': {
        const provider = await getProvider('totp', user);
        return () => provider.verify(attempt, proof.value);
      }
      case 'recoveryCode': {
        const provider = await getProvider('recovery_code', user);
        return () => provider.verify(attempt, proof.value);
      }
      case 'emailCode': {
        const provider = await getProvider('email', user);
        return () => provider.verify(attempt, proof.value);
      }
      case 'passkey': {
        const provider = await getProvider('webauthn', user);
        return () => provider.verify(attempt, proof.value);
      }
      case undefined:
        return undefined;
    }
  }

  /** Runs `work` as a guess. A password that is proved by OPAQUE was counted when that began. */
  function asGuess(user: UserRow, proof: Proof, { address }: Call, work: () => Promise<boolean>) {
    if (proof.case === 'credentialFinalization') return work();
    const account = proof.case === 'password' ? passwordGuesses(user.username, user) : factorGuesses(user);
    return lockout.check(account, address, work);
  }

  return {
    verifications,
    /** [MF14] */
    async start(operation: SensitiveOperation, { principal }: Call<UserPrincipal>) {
      const { userId, sessionId } = principal;
      if ((await factors.held(db, userId)).size === 0) throw mfaErrors.no_local_factor();
      const methods = await factors.available(db, userId);
      if (methods.length === 0) throw mfaErrors.method_unavailable();
      const { id, expiresAtMs } = await attempts.begin({ userId, sessionId, operation });
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
      const { user, attempt } = await open(id, call);
      const provider = await getProvider(method, user);
      if (!provider.start) throw mfaErrors.method_unavailable();
      return provider.start(attempt, request);
    },
    /** [MF3] [MF4] [MF15] */
    async finish(id: string, proof: Proof, call: Call<UserPrincipal>) {
      const { user, scope, attempt } = await open(id, call);
      const run = await verify(attempt, proof);
      if (!run) throw mfaErrors.method_unavailable();
      const isProved = await asGuess(user, proof, call, async () => {
        if (!(await attempts.takeTry(id))) throw mfaErrors.verification_session_ended();
        const result = await run();
        if (result === 'replayed') throw mfaErrors.wrong_proof();
        if (!result) return false;
        if (!(await attempts.end(id))) throw mfaErrors.verification_session_ended();
        return true;
      });
      if (!isProved) throw mfaErrors.wrong_proof();
      const verificationId = await verified.keep(scope);
      return { verificationId, expiresAt: timestampFromMs(Math.floor(nowMs()) + verificationLifeMs) };
    },
  };
}

import type { FinishSensitiveOperationVerificationRequest } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Database } from '../../../store/database.ts';
import { factorGuesses, type Lockout, passwordGuesses } from '../lockout/lockout.ts';
import type { UserRow } from '../users/users.port.ts';
import type { Factors } from './factors.service.ts';
import { mfaErrors } from './mfa.errors.ts';
import type { MfaProvider, ProofAttempt, ProofMethod } from './mfa.port.ts';

/** The proof that a client sends. */
export type Proof = FinishSensitiveOperationVerificationRequest['proof'];

interface Parts {
  readonly db: Database;
  readonly factors: Factors;
  readonly lockout: Lockout;
}

/** For each kind of proof: its provider, and how it counts as a guess. */
export function makeProofs({ db, factors, lockout }: Parts) {
  /** @throws AppError `mfa.method_unavailable`. */
  async function getProvider<M extends ProofMethod>(method: M, user: UserRow): Promise<MfaProvider<M>> {
    const provider = factors.provider(method);
    if (!provider || !(await provider.isAvailable(db, user.id))) throw mfaErrors.method_unavailable();
    return provider;
  }

  /**
   * Finds the provider of a proof. The returned function verifies the proof. @throws AppError `mfa.method_unavailable`.
   */
  async function prepare<M extends ProofMethod>(
    attempt: ProofAttempt,
    method: M,
    proof: Parameters<MfaProvider<M>['verify']>[1],
  ): Promise<() => Promise<boolean | 'replayed'>> {
    const provider = await getProvider(method, attempt.user);
    return () => provider.verify(attempt, proof);
  }

  return {
    getProvider,
    /** Like `prepare`, for the proof that the client sent. */
    prepare(attempt: ProofAttempt, proof: Proof) {
      switch (proof.case) {
        case 'password':
          return prepare(attempt, 'password', { password: proof.value });
        case 'credentialFinalization':
          return prepare(attempt, 'password', { credentialFinalization: proof.value });
        case 'totpCode':
          return prepare(attempt, 'totp', proof.value);
        case 'recoveryCode':
          return prepare(attempt, 'recovery_code', proof.value);
        case 'emailCode':
          return prepare(attempt, 'email', proof.value);
        case 'passkey':
          return prepare(attempt, 'webauthn', proof.value);
        case undefined:
          throw mfaErrors.method_unavailable();
      }
    },
    /** Runs `work` as one guess. An OPAQUE password proof was counted when it began. */
    asGuess({ user, call }: ProofAttempt, proof: Proof, work: () => Promise<boolean>) {
      if (proof.case === 'credentialFinalization') return work();
      const account = proof.case === 'password' ? passwordGuesses(user.username, user) : factorGuesses(user);
      return lockout.check(account, call.address, work);
    },
  };
}

const methods: Readonly<Record<Exclude<Proof['case'], undefined>, ProofMethod>> = {
  password: 'password',
  credentialFinalization: 'password',
  totpCode: 'totp',
  recoveryCode: 'recovery_code',
  emailCode: 'email',
  passkey: 'webauthn',
};

/** The method of a proof. @throws AppError `mfa.method_unavailable` if the proof is missing. */
export function methodOf({ case: kind }: Proof): ProofMethod {
  if (kind === undefined) throw mfaErrors.method_unavailable();
  return methods[kind];
}

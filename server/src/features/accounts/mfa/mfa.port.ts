import type { JsonObject } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { UserRow } from '../users/users.port.ts';

export { type Attempts, hashId, makeAttempts } from './attempts.ts';

/** A kind of local factor. TOTP with its recovery codes counts as one; a linked account (OAuth2) does not count. */
export type FactorKind = 'password' | 'webauthn' | 'totp' | 'email';

/** A local factor as described by the feature that owns it, in the manifest's `localFactors`. */
export interface LocalFactor {
  readonly kind: FactorKind;
  /**
   * Whether the account has this factor: a password record, a passkey, a verified address. Sees changes of the
   * transaction `reader`.
   */
  has(reader: Reader, userId: string): Promise<boolean>;
  /**
   * Whether this factor alone is enough to sign in, with the current settings. An address is enough only while mail
   * works.
   */
  signsIn(): boolean;
}

/** A way to sign in that is not a local factor, in the manifest's `linkedSignIns`. */
export interface LinkedSignIn {
  has(reader: Reader, userId: string): Promise<boolean>;
}

/** Methods to prove an identity. All except `password` can be a second factor. */
export type ProofMethod = 'password' | 'webauthn' | 'totp' | 'recovery_code' | 'email';

/** The proof of each method. For methods with a challenge, also the client's request for it, and the challenge. */
interface ProofTypes {
  password: {
    proof: { readonly password: string } | { readonly credentialFinalization: Uint8Array };
    request: { readonly credentialRequest: Uint8Array };
    challenge: { readonly credentialResponse: Uint8Array };
  };
  /** WebAuthn Level 3: `AuthenticationResponseJSON`, and `PublicKeyCredentialRequestOptionsJSON`. */
  webauthn: { proof: JsonObject; request: undefined; challenge: JsonObject };
  totp: { proof: string; request: undefined; challenge: undefined };
  recovery_code: { proof: string; request: undefined; challenge: undefined };
  email: {
    proof: string;
    request: undefined;
    challenge: { readonly maskedEmail: string; readonly expiresAtMs: number };
  };
}

/** The login or the verification that the proof is for. */
export interface ProofAttempt {
  readonly user: UserRow;
  /** Challenges and codes work for this attempt only: their keys contain this id, 64 hexadecimal characters. */
  readonly id: string;
  readonly purpose: 'sign_in' | 'sensitive_operation';
  readonly call: Call;
}

/** A feature's check of one method, in the manifest's `mfaProviders`. The caller counts tries and the lockout. */
export interface MfaProvider<M extends ProofMethod = ProofMethod> {
  readonly method: M;
  /** Whether the account has the method and the server can currently use it. */
  isAvailable(reader: Reader, userId: string): Promise<boolean>;
  /** Makes a challenge, stores it under `attempt.id` for at most 300 s, and returns the client's part. */
  start?(attempt: ProofAttempt, request: ProofTypes[M]['request']): Promise<ProofTypes[M]['challenge']>;
  /**
   * Uses up the challenge or code, then checks it. False: it is wrong, expired, already used, or from another attempt.
   * `replayed`: it was right but already used. The server refuses it like a wrong one, but does not count it as a
   * guess.
   */
  verify(attempt: ProofAttempt, proof: ProofTypes[M]['proof']): Promise<boolean | 'replayed'>;
}

/** A provider of any method. */
export type AnyMfaProvider = { [M in ProofMethod]: MfaProvider<M> }[ProofMethod];

/** The methods with which accounts can prove an identity. */
export interface AccountFactors {
  /** Whether two-factor sign-in is on for the account. */
  isTwoFactorEnabled(reader: Reader, userId: string): Promise<boolean>;
  /** Methods of local factors that currently work for the account, the preferred one first. */
  available(reader: Reader, userId: string): Promise<ProofMethod[]>;
  /** The provider of `method`; undefined if no feature has it. */
  provider<M extends ProofMethod>(method: M): MfaProvider<M> | undefined;
}

/** Ensures that accounts with two-factor sign-in keep two factors, and that every account keeps one way to sign in. */
export interface FactorGuard {
  /**
   * Runs `removal`, which removes a local factor or a linked account through `tx`, and refuses it if too little is
   * left. Removals of one account, and turning two-factor sign-in on, wait for each other until `tx` ends, so call this
   * first in `tx`. @throws AppError `mfa.two_factors_needed`, `mfa.last_sign_in`; the transaction must then not commit.
   */
  remove<R>(tx: Tx, userId: string, removal: () => Promise<R>): Promise<R>;
}

/** Verifications: recent proofs by signed-in users. */
export interface Verifications {
  /**
   * Requires a verification of this session that is valid for this operation. Uses it up if it is for single use. Call
   * this before any change. An account without any local factor cannot prove anything. With an empty id it may add a
   * passkey or an address; an account created by a name only may also add a password. Returns the proved method;
   * undefined for an empty id. @throws AppError `mfa.verification_invalid` for an id that is unknown, used, expired, or
   * made for another purpose.
   */
  require(
    principal: UserPrincipal,
    operation: SensitiveOperation,
    verificationId: string,
  ): Promise<ProofMethod | undefined>;
}

/** The answer to a request for a mailed code. */
export function toMailed({ maskedEmail, expiresAtMs }: ProofTypes['email']['challenge']) {
  return { maskedEmail, expiresAt: timestampFromMs(Math.floor(expiresAtMs)) };
}

import type { JsonObject } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../kernel/call.ts';
import type { Reader, Tx } from '../../store/database.ts';
import type { UserRow } from '../users/users.port.ts';

export { type Attempts, hashId, makeAttempts } from './attempts.ts';

/** A kind of local factor. TOTP with its recovery codes is one; an account elsewhere (OAuth2) is none. */
export type FactorKind = 'password' | 'webauthn' | 'totp' | 'email';

/** What a feature tells about the local factor that it owns, by `localFactors` in its manifest. */
export interface LocalFactor {
  readonly kind: FactorKind;
  /** Whether the account has it: a password record, a passkey, a verified address. Sees what the transaction of `reader` did. */
  has(reader: Reader, userId: string): Promise<boolean>;
  /** Whether one can sign in with it alone, as this server is set up now: an address only while mail can be sent. */
  signsIn(): boolean;
}

/** A way to sign in that is no local factor, by `linkedSignIns` in the manifest of its feature. */
export interface LinkedSignIn {
  has(reader: Reader, userId: string): Promise<boolean>;
}

/** Ways to prove who one is. All but `password` serve as second factor. */
export type ProofMethod = 'password' | 'webauthn' | 'totp' | 'recovery_code' | 'email';

/** What each way takes, and for those that begin with a challenge what the client asks it with and gets. */
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

/** The login or the verification that something is to be proved for. */
export interface ProofAttempt {
  readonly user: UserRow;
  /** Challenges and codes belong to this attempt and serve no other: part of their key, 64 hexadecimal characters. */
  readonly id: string;
  readonly purpose: 'sign_in' | 'sensitive_operation';
  readonly call: Call;
}

/** How a feature proves one method, by `mfaProviders` in its manifest. Tries and lockout are counted for it. */
export interface MfaProvider<M extends ProofMethod = ProofMethod> {
  readonly method: M;
  /** Whether the account has it and the server can do it now. */
  isAvailable(reader: Reader, userId: string): Promise<boolean>;
  /** Makes a challenge, keeps it under `attempt.id` for 300 s at most, and gives what the client is told. */
  start?(attempt: ProofAttempt, request: ProofTypes[M]['request']): Promise<ProofTypes[M]['challenge']>;
  /**
   * Uses up the challenge or code, then checks it. False: wrong, expired, used before, or of another attempt. `replayed`: it was right
   * until it was used, which is refused like a wrong one but is no guess.
   */
  verify(attempt: ProofAttempt, proof: ProofTypes[M]['proof']): Promise<boolean | 'replayed'>;
}

/** A provider of whatever method. */
export type AnyMfaProvider = { [M in ProofMethod]: MfaProvider<M> }[ProofMethod];

/** What accounts have to prove themselves with. */
export interface AccountFactors {
  /** Whether the account asks for two factors. */
  isTwoFactorEnabled(reader: Reader, userId: string): Promise<boolean>;
  /** Ways to prove a local factor that work now, the usual one first. */
  available(reader: Reader, userId: string): Promise<ProofMethod[]>;
  /** Whoever proves `method`; undefined when no feature does. */
  provider<M extends ProofMethod>(method: M): MfaProvider<M> | undefined;
}

/** Keeps accounts that ask for two factors at two, and every account at one way to sign in. */
export interface FactorGuard {
  /**
   * Runs `removal`, which takes a local factor or a linked account away through `tx`, and refuses it when too little is left.
   * Removals of one account and turning two-factor sign-in on wait for each other until `tx` ends, so call it first.
   * @throws AppError `mfa.two_factors_needed`, `mfa.last_sign_in`; the transaction must not commit then.
   */
  remove<R>(tx: Tx, userId: string, removal: () => Promise<R>): Promise<R>;
}

/** Proofs that a signed-in user gave again just now. */
export interface Verifications {
  /**
   * Uses up the verification of this session for this operation; call it before anything is changed. An account without any local
   * factor cannot prove anything, so it binds a passkey or an address with an empty id.
   * @throws AppError `mfa.verification_invalid` for an unknown, used or expired one, of another session or operation.
   */
  consume(principal: UserPrincipal, operation: SensitiveOperation, verificationId: string): Promise<void>;
}

/** The answer to a request for a mailed code. */
export function toMailed({ maskedEmail, expiresAtMs }: ProofTypes['email']['challenge']) {
  return { maskedEmail, expiresAt: timestampFromMs(Math.floor(expiresAtMs)) };
}

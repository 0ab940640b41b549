import type { MessageInitShape } from '@bufbuild/protobuf';
import type { MfaMethod } from '@matinee/contract/gen/service/client/mfa_pb.ts';
import type { LoginResponseSchema } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import type { Call, Principal, UserPrincipal } from '../../kernel/call.ts';
import type { Reader, Tx } from '../../store/database.ts';
import type { UserRow } from '../users/users.port.ts';

export { authErrors } from './sessions.errors.ts';

/** How somebody proved who they are. */
export type SignInMethod = 'password' | 'email' | 'passkey' | 'oauth2' | 'registration';

/** What a session remembers of the call that began it. */
export type Device = Pick<Call, 'userAgent' | 'address'>;

/** A session's first pair of tokens, in the fields of `LoginResponse`. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly accessTokenExpiresAt: NonNullable<MessageInitShape<typeof LoginResponseSchema>['accessTokenExpiresAt']>;
}

/** What other parts may ask of sessions. */
export interface Sessions {
  /** Who holds a bearer token. @throws AppError `unauthenticated`. */
  authenticate(bearer: string): Promise<Principal>;
  /** The user of a session as they are now, until `expiresAtMs`. @throws AppError when it has ended or the user is banned. */
  resume(sessionId: string, expiresAtMs: number): Promise<UserPrincipal>;
  /** Ends sessions of a user, all but `keepSessionId`; their tokens and sockets stop working when `tx` commits. */
  endAll(tx: Tx, userId: string, keepSessionId?: string): Promise<void>;
  /**
   * A credential of a user was set, changed or removed: what was issued before stops working when `tx` commits, except for the
   * session that made the change.
   */
  credentialsChanged(tx: Tx, userId: string, keepSessionId?: string): Promise<void>;
}

/** The end of every way to sign in. */
export interface SignIns {
  /**
   * Somebody proved a first factor: a session, or what is needed to prove a second one. The answer has the shape of
   * `LoginResponse`. @throws AppError `auth.banned`.
   */
  complete(user: UserRow, method: SignInMethod, device: Device): Promise<MessageInitShape<typeof LoginResponseSchema>>;
  /** Somebody proved every factor that was asked for. @throws AppError `auth.banned`. */
  finish(user: UserRow, method: SignInMethod, device: Device): Promise<MessageInitShape<typeof LoginResponseSchema>>;
  /** Makes the session of an account that `tx` makes. */
  begin(tx: Tx, user: UserRow, method: SignInMethod, device: Device): Promise<Tokens>;
}

/** Asked at each sign-in whether the first factor is enough. */
export interface SecondFactor {
  /** Begins an MFA session for an account that has 2FA on; undefined when tokens may be issued. OAuth2 never asks for more. */
  challenge(
    reader: Reader,
    user: UserRow,
    method: SignInMethod,
  ): Promise<{ sessionId: string; availableMethods: MfaMethod[] } | undefined>;
}

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LoginResponseSchema } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import type { Call, Principal, UserPrincipal } from '../../../kernel/call.ts';
import type { Tx } from '../../../store/database.ts';
import type { UserRow } from '../users/users.port.ts';

export { authErrors } from './sessions.errors.ts';

/** How users prove their identity at a sign-in. */
export type SignInMethod = 'password' | 'email' | 'passkey' | 'oauth2' | 'registration';

/** Facts that a session stores about the call that began it. */
export type Device = Pick<Call, 'userAgent' | 'address'>;

/** A session's first pair of tokens, as fields of `LoginResponse`. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly accessTokenExpiresAt: NonNullable<MessageInitShape<typeof LoginResponseSchema>['accessTokenExpiresAt']>;
}

/**
 * A session that begins when an applicant gets the account. The applicant already has its refresh token. Stored as
 * JSON.
 */
export interface ReservedSession extends Device {
  /** SHA-256 of the refresh token, in hexadecimal digits. */
  readonly refreshTokenHash: string;
}

/** Sessions, for other features. */
export interface Sessions {
  /** Finds the holder of a bearer token. @throws AppError `unauthenticated`. */
  authenticate(bearer: string): Promise<Principal>;
  /**
   * The current user of a session, valid until `expiresAtMs`. @throws AppError if the session has ended or the user is
   * banned.
   */
  resume(sessionId: string, expiresAtMs: number): Promise<UserPrincipal>;
  /** Makes a session for a user who has proved every factor. `tx` may have made the account. */
  begin(tx: Tx, user: UserRow, method: SignInMethod, device: Device): Promise<Tokens>;
  /**
   * A refresh token for a session that begins later, and the data to store until then, which does not contain the
   * token.
   */
  reserve(device: Device): { readonly refreshToken: string; readonly reserved: ReservedSession };
  /** Begins a reserved session. From then on its refresh token works. */
  beginReserved(tx: Tx, user: UserRow, reserved: ReservedSession): Promise<void>;
  /** Whether the account has been used from the network of this address in the last 30 days. */
  wasUsedFrom(userId: string, address: string): Promise<boolean>;
  /** Ends all sessions of a user except `keepSessionId`. Their tokens and sockets stop working when `tx` commits. */
  endAll(tx: Tx, userId: string, keepSessionId?: string): Promise<void>;
  /**
   * Call this when a user's credential was set, changed or removed. All earlier tokens of the user stop working when
   * `tx` commits, except those of the session that made the change.
   */
  credentialsChanged(tx: Tx, userId: string, keepSessionId?: string): Promise<void>;
}

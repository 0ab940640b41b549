import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LoginResponseSchema } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import type { Call, Principal, UserPrincipal } from '../../kernel/call.ts';
import type { Tx } from '../../store/database.ts';
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
  /** Makes a session for somebody who has proved all that was asked for. `tx` may have made the account. */
  begin(tx: Tx, user: UserRow, method: SignInMethod, device: Device): Promise<Tokens>;
  /** Ends sessions of a user, all but `keepSessionId`; their tokens and sockets stop working when `tx` commits. */
  endAll(tx: Tx, userId: string, keepSessionId?: string): Promise<void>;
  /**
   * A credential of a user was set, changed or removed: what was issued before stops working when `tx` commits, except for the
   * session that made the change.
   */
  credentialsChanged(tx: Tx, userId: string, keepSessionId?: string): Promise<void>;
}

import type { Principal, UserPrincipal } from '../../kernel/call.ts';

/** What other parts may ask of sessions. */
export interface Sessions {
  /** Who holds a bearer token. @throws AppError `unauthenticated`. */
  authenticate(bearer: string): Promise<Principal>;
  /** The user of a session as they are now, until `expiresAtMs`. @throws AppError when it has ended or the user is banned. */
  resume(sessionId: string, expiresAtMs: number): Promise<UserPrincipal>;
}

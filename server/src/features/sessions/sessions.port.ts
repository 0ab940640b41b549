import type { Principal } from '../../kernel/call.ts';

/** What other parts may ask of sessions. */
export interface Sessions {
  /** Who holds a bearer token. @throws AppError `unauthenticated`. */
  authenticate(bearer: string): Promise<Principal>;
}

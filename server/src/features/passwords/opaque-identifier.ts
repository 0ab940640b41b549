import { loginKey } from '../lockout/lockout.port.ts';
import type { UserRow } from '../users/users.port.ts';

/**
 * What OPAQUE binds a record to: the id of the account. A name that nobody has gets an identifier that can be nobody's id: otherwise a
 * stranger could send the id of an account as a name, and have guesses evaluated with the key of that account. Pure. [PW5]
 */
export function opaqueIdentifier(login: string, user: Pick<UserRow, 'id'> | undefined): string {
  return user?.id ?? `nobody:${loginKey(login)}`;
}

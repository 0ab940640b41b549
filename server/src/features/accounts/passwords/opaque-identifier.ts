import { loginKey } from '../lockout/lockout.ts';
import type { UserRow } from '../users/users.port.ts';

/**
 * The identifier in an OPAQUE record: the id of the account. An unknown name gets an identifier that cannot be an id.
 * Otherwise an attacker could send an account's id as a name, and have guesses evaluated with that account's key. Pure.
 * [PW5]
 */
export function opaqueIdentifier(login: string, user: Pick<UserRow, 'id'> | undefined): string {
  return user?.id ?? `nobody:${loginKey(login)}`;
}

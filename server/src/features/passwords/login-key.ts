import { parseEmailAddress } from '../../kernel/email-address.ts';
import { type UserRow, usernameKey } from '../users/users.port.ts';

/**
 * A login as it is compared. An address has countless
 * spellings (case, scripts of its domain, characters that domains ignore): all of them are one name, or each would have a count
 * of its own. Pure. [PW4] [PW5]
 */
export function loginKey(login: string): string {
  const address = login.includes('@') ? parseEmailAddress(login.trim()) : undefined;
  return address?.key ?? usernameKey(login);
}

/**
 * Under what attempts at a login are counted: all names of one account together. Whatever is typed, it is never the name of what
 * else is counted. Pure. [PW4]
 */
export function guessedAccount(login: string, user: Pick<UserRow, 'id'> | undefined): string {
  return user ? `user:${user.id}` : `login:${loginKey(login)}`;
}

/**
 * What OPAQUE binds records to: the id of the account. Names that nobody has get one that is no id of anybody, or a stranger could
 * have guesses evaluated with the key of an account under its id as a name. Pure. [PW5]
 */
export function opaqueIdentifier(login: string, user: Pick<UserRow, 'id'> | undefined): string {
  return user?.id ?? `nobody:${loginKey(login)}`;
}

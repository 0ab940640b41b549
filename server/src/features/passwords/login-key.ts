import { parseEmailAddress } from '../../kernel/email-address.ts';
import { usernameKey } from '../users/users.port.ts';

/**
 * The name under which attempts at a login are counted and that a stranger's answers are made from. An address has countless
 * spellings (case, scripts of its domain, characters that domains ignore): all of them are one name, or each would have a count
 * of its own. Pure. [PW4] [PW5]
 */
export function loginKey(login: string): string {
  const address = login.includes('@') ? parseEmailAddress(login.trim()) : undefined;
  return address?.key ?? usernameKey(login);
}

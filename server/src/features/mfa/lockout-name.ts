import type { UserRow } from '../users/users.port.ts';

/**
 * The account under which guesses at second factors are counted. It is not that of the password: whoever knows the password
 * could forget the failures by signing in with it again.
 */
export function lockoutName({ id }: UserRow): string {
  return `mfa:${id}`;
}

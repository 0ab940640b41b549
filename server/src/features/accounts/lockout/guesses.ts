/**
 * The names under which guesses are counted, all in one place, so that what somebody types as a login never counts as a second factor or a
 * mailed code of somebody else. [PW4]
 */
import { parseEmailAddress } from '../../../kernel/email-address.ts';
import { type UserRow, usernameKey } from '../users/users.port.ts';

/**
 * A login in the form in which logins are compared. One address has countless spellings: case, scripts of its domain, characters that
 * domains ignore. Each spelling would otherwise have a count of its own. Pure. [PW4] [PW5]
 */
export function loginKey(login: string): string {
  const address = login.includes('@') ? parseEmailAddress(login.trim()) : undefined;
  return address?.key ?? usernameKey(login);
}

/** Guesses at a password: all names of one account count together. Pure. [PW4] */
export function passwordGuesses(login: string, user: Pick<UserRow, 'id'> | undefined): string {
  return user ? `user:${user.id}` : `login:${loginKey(login)}`;
}

/**
 * Guesses at a second factor. They are not counted with those at the password: whoever knows the password could reset the count by signing
 * in with it. Pure. [MF4]
 */
export function factorGuesses({ id }: Pick<UserRow, 'id'>): string {
  return `mfa:${id}`;
}

/** Guesses at codes that are mailed to an address; `addressKey` is the form in which addresses are compared. Pure. [EM19] */
export function mailedCodeGuesses(addressKey: string): string {
  return `email:${addressKey}`;
}

/** Guesses at the code for an address that a signed-in user wants to add. Pure. [EM19] */
export function addressCodeGuesses(userId: string): string {
  return `bind:${userId}`;
}

/**
 * Names under which guesses are counted. All are in one file, so that a typed login never counts as another user's
 * second factor or mailed code. [PW4]
 */
import { parseEmailAddress } from '../../../kernel/email-address.ts';
import { type UserRow, usernameKey } from '../users/users.port.ts';

/**
 * A login in its comparison form. An address has countless spellings: case, scripts of its domain, characters that
 * domains ignore. Without this form, each spelling would have its own count. Pure. [PW4] [PW5]
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
 * Guesses at a second factor. They have a separate count, because signing in with a known password resets the count of
 * password guesses. Pure. [MF4]
 */
export function factorGuesses({ id }: Pick<UserRow, 'id'>): string {
  return `mfa:${id}`;
}

/** Guesses at codes that are mailed to an address; `addressKey` is its comparison form. Pure. [EM19] */
export function mailedCodeGuesses(addressKey: string): string {
  return `email:${addressKey}`;
}

/** Guesses at the code for an address that a signed-in user wants to add. Pure. [EM19] */
export function addressCodeGuesses(userId: string): string {
  return `bind:${userId}`;
}

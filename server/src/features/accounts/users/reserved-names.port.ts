import { usernameKey } from './users.port.ts';

/** Names that look like those of the people or programs who run the server. */
const reserved = new Set(
  ['root', 'admin', 'administrator', 'operator', 'system', 'matinee', 'moderator', 'support'].map(usernameKey),
);

/** Erased accounts are shown as `deleted_…`. Nobody shall be taken for one of them, or for a guest. */
const reservedBeginnings = ['deleted_', 'guest_'];

/** True for a name that nobody may choose for themselves. Administrators may give it to an account. [US4] */
export function isReservedName(username: string): boolean {
  const key = usernameKey(username);
  return reserved.has(key) || reservedBeginnings.some((beginning) => key.startsWith(beginning));
}

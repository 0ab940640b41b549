import { usernameKey } from './users.port.ts';

/** Names that look like the server's staff or its programs. */
const reserved = new Set(
  ['root', 'admin', 'administrator', 'operator', 'system', 'matinee', 'moderator', 'support'].map(usernameKey),
);

/** Erased accounts are shown as `deleted_…`. No other account may look like one, or like a guest. */
const reservedBeginnings = ['deleted_', 'guest_'];

/** Whether users may not choose this name themselves. Administrators may assign it to an account. [US4] */
export function isReservedName(username: string): boolean {
  const key = usernameKey(username);
  return reserved.has(key) || reservedBeginnings.some((beginning) => key.startsWith(beginning));
}

import type { Tx } from '../../store/database.ts';
import type { UserRow } from './users.store.ts';

/** What other features may ask of accounts. */
export interface Users {
  find(id: string): Promise<UserRow | undefined>;
  count(): Promise<number>;
  findByUsername(username: string): Promise<UserRow | undefined>;
  /** Undefined when the username is taken. */
  create(
    tx: Tx,
    account: { id: string; username: string; role: number; passwordRecord: string | null },
  ): Promise<UserRow | undefined>;
}

/** The form in which usernames are compared: `Ａnna` and `anna` are one name. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

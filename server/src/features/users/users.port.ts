import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { UserSchema } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { Reader, Tx } from '../../store/database.ts';
import type { UserChange, UserRow } from './users.store.ts';

export { userErrors } from './users.errors.ts';
export type { UserRow };

/** A user as others see them. */
export function toUser(row: UserRow): MessageInitShape<typeof UserSchema> {
  return { id: row.id, username: row.username, role: row.role, createdAt: timestampFromDate(row.created_at) };
}

/** What other features may ask of accounts. */
export interface Users {
  /** Undefined for a deleted account and for one that never existed. Pass `reader` to see what a transaction has done. */
  find(id: string, reader?: Reader): Promise<UserRow | undefined>;
  count(): Promise<number>;
  /** Pass `reader` to see what a transaction has done. */
  findByUsername(username: string, reader?: Reader): Promise<UserRow | undefined>;
  /** Undefined when the username is taken. */
  create(tx: Tx, account: { id: string; username: string; role: number }): Promise<UserRow | undefined>;
  /** Sets the record that the password is checked against; null takes the password away. */
  setPasswordRecord(tx: Tx, userId: string, record: string | null): Promise<void>;
  /** What was issued for the credentials so far stops working. Gives the new version. */
  raiseCredentialVersion(tx: Tx, userId: string): Promise<number>;
  /**
   * Locks an account, deleted ones included, until `tx` ends, and says whether it is the only active root: of two who take
   * away each other's role at once, the second one sees it. @throws AppError `users.not_found`.
   */
  lock(tx: Tx, userId: string): Promise<{ readonly row: UserRow; readonly isLastRoot: boolean }>;
  /** Writes columns of a locked account. */
  change(tx: Tx, userId: string, change: Omit<UserChange, 'username' | 'username_key'>): Promise<UserRow>;
  /** Gives a locked account a name. @throws AppError `users.username_taken`. */
  rename(tx: Tx, userId: string, username: string): Promise<UserRow>;
  /** Makes the name of a deleted account free; `username` is kept for restoring it. */
  freeName(tx: Tx, userId: string): Promise<void>;
  /**
   * Deletes the row of a deleted account, and by foreign keys everything that belongs to it alone. What others still see of it
   * goes to `heirId`, an account that nobody has and whose name says nothing: `handOver` gives it over in between.
   */
  erase(tx: Tx, userId: string, heirId: string, handOver: () => Promise<void>): Promise<void>;
}

/** The form in which usernames are compared: `Ａnna` and `anna` are one name. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

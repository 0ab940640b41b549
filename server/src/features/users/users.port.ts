import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { UserSchema } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { Reader, Tx } from '../../store/database.ts';
import type { UserRow } from './users.store.ts';

export { userErrors } from './users.errors.ts';
export type { UserRow };

/** A user as others see them. */
export function toUser(row: UserRow): MessageInitShape<typeof UserSchema> {
  return { id: row.id, username: row.username, role: row.role, createdAt: timestampFromDate(row.created_at) };
}

/** What other features may ask of accounts. */
export interface Users {
  find(id: string): Promise<UserRow | undefined>;
  count(): Promise<number>;
  /** Through `reader` where it must see what a transaction did. */
  findByUsername(username: string, reader?: Reader): Promise<UserRow | undefined>;
  /** Undefined when the username is taken. */
  create(tx: Tx, account: { id: string; username: string; role: number }): Promise<UserRow | undefined>;
  /** Sets the record that the password is checked against; null takes the password away. */
  setPasswordRecord(tx: Tx, userId: string, record: string | null): Promise<void>;
  /** What was issued for the credentials so far stops working. Gives the new version. */
  raiseCredentialVersion(tx: Tx, userId: string): Promise<number>;
}

/** The form in which usernames are compared: `Ａnna` and `anna` are one name. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

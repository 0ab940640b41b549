import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { UserSchema } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import { type ChoosePicture, pictureField } from '../../files/files/pictures.port.ts';
import type { UserChange, UserRow } from './users.store.ts';

export { userErrors } from './users.errors.ts';
export type { UserRow };

/** A user as others see them. */
export function toUser(row: UserRow): MessageInitShape<typeof UserSchema> {
  const { id, username, display_name: displayName, role, created_at, avatar } = row;
  const createdAt = timestampFromDate(created_at);
  return { id, username, displayName, role, createdAt, ...pictureField('avatar', avatar) };
}

/** Accounts, for other features. */
export interface Users {
  /** Undefined for an account that is deleted or never existed. Pass `reader` to see a transaction's changes. */
  find(id: string, reader?: Reader): Promise<UserRow | undefined>;
  count(): Promise<number>;
  /** Ids of the server's administrators, except banned ones. */
  listAdministrators(reader: Reader): Promise<string[]>;
  /** Pass `reader` to see a transaction's changes. */
  findByUsername(username: string, reader?: Reader): Promise<UserRow | undefined>;
  /**
   * Reserves a name until `tx` ends, so that an account and an applicant cannot both get it. False if an applicant has
   * reserved it. Does not check accounts.
   */
  claimName(tx: Tx, username: string): Promise<boolean>;
  /** `chosenName`: the display name; null or absent: the username. Undefined if the username is taken. */
  create(
    tx: Tx,
    account: { id: string; username: string; chosenName?: string | null; role: number; isInstant?: boolean },
  ): Promise<UserRow | undefined>;
  /**
   * Sets the record against which passwords are checked; null removes the password. `mailedAt`: when a mailed code
   * alone set it.
   */
  setPasswordRecord(tx: Tx, userId: string, record: string | null, mailedAt?: Date | null): Promise<void>;
  /**
   * Call this when the owner has proved the mailed password of `user` together with a factor other than the mailbox.
   * From now on it counts like any other password. Does nothing if a credential has changed since `user` was read.
   */
  trustPassword(tx: Tx, user: UserRow): Promise<void>;
  /**
   * Invalidates all earlier tokens of the account. Returns the new version of its credentials. For an account created
   * by a name only that is not deleted, this records that it has its first credential.
   */
  raiseCredentialVersion(tx: Tx, userId: string): Promise<number>;
  /**
   * Locks an account, even a deleted one, until `tx` ends. Returns whether it is the only active root. If two roots
   * remove each other at the same time, the second call sees this. @throws AppError `users.not_found`.
   */
  lock(tx: Tx, userId: string): Promise<{ readonly row: UserRow; readonly isLastRoot: boolean }>;
  /** Changes columns of a locked account. */
  change(tx: Tx, userId: string, change: Omit<UserChange, 'username' | 'username_key'>): Promise<UserRow>;
  /** Renames a locked account. @throws AppError `users.username_taken`. */
  rename(tx: Tx, userId: string, username: string): Promise<UserRow>;
  /**
   * Changes the display name of an account; empty: its username. The caller notifies the rooms. @throws AppError
   * `users.not_found`.
   */
  callBy(tx: Tx, userId: string, name: string): Promise<UserRow>;
  /**
   * Changes the picture of an account that is not deleted. The caller notifies the rooms. @throws AppError
   * `users.not_found`.
   */
  showAvatar(tx: Tx, userId: string, choose: ChoosePicture): Promise<UserRow>;
  /** Frees the name of a deleted account. The account keeps `username` for a restore. */
  freeName(tx: Tx, userId: string): Promise<void>;
  /**
   * Deletes the row of a deleted account, and by foreign keys everything that belongs only to it. Before that,
   * `handOver` transfers content that others still see to `heirId`: an account without an owner and with a meaningless
   * name.
   */
  erase(tx: Tx, userId: string, heirId: string, handOver: () => Promise<void>): Promise<void>;
}

/**
 * The comparison form of a username: `Ａnna` and `anna` are the same name. Lower case has two forms of sigma, depending
 * on the position in the word; comparing needs one (Unicode, CaseFolding.txt).
 */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

/**
 * Notifies observed lists that items have become playable or unplayable, because the users who added them join or leave
 * a room (`roomId`), or are banned, deleted or restored. Call this in the transaction of that change.
 */
export type TellAvailability = (
  tx: Tx,
  adder: { readonly userIds: readonly string[]; readonly roomId?: string },
) => Promise<void>;

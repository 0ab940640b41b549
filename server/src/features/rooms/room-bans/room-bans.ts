import type { Tx } from '../../../store/database.ts';

/** The port of room ban lists for other features. */
export interface RoomBans {
  /** Whether the user is currently banned. */
  has(tx: Tx, roomId: string, userId: string): Promise<boolean>;
  /** The users among `userIds` who are currently banned. */
  among(tx: Tx, roomId: string, userIds: readonly string[]): Promise<ReadonlySet<string>>;
}

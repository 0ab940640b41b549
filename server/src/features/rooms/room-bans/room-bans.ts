import type { Tx } from '../../../store/database.ts';

/** What other features may ask of the ban lists of rooms. */
export interface RoomBans {
  /** Whether somebody is kept out now. */
  has(tx: Tx, roomId: string, userId: string): Promise<boolean>;
  /** Those of `userIds` who are kept out now. */
  among(tx: Tx, roomId: string, userIds: readonly string[]): Promise<ReadonlySet<string>>;
}

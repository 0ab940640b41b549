import type { Tx } from '../../../store/database.ts';
import type { JoinNotices } from '../../rooms/members/members.port.ts';
import type { OwnershipNotices } from '../../rooms/room-ownership/room-ownership.port.ts';
import type { ItemChange } from '../../watching/playback/playback.port.ts';

/** A poll and its creator. */
export interface OpenedPoll {
  readonly creator_id: string;
  readonly creator_username: string;
  readonly creator_display_name: string;
}

/** Server notices in a chat, in the transaction of the change that they report. [CH25] */
export interface ChatNotices extends JoinNotices, OwnershipNotices {
  /** Writes no notice where the server started the item. */
  itemChanged(tx: Tx, roomId: string, change: ItemChange): Promise<void>;
  /**
   * A poll was opened, or has ended. The notice omits the question: only the polls feature shows it, and erases it when
   * the poll is deleted.
   */
  poll(tx: Tx, roomId: string, what: 'opened' | 'ended', poll: OpenedPoll): Promise<void>;
}

import type { Tx } from '../../../store/database.ts';
import type { JoinNotices } from '../../rooms/members/members.port.ts';
import type { OwnershipNotices } from '../../rooms/room-ownership/room-ownership.port.ts';
import type { ItemChange } from '../../watching/playback/playback.port.ts';

/** A poll, by who opened it. */
export interface OpenedPoll {
  readonly creator_id: string;
  readonly creator_username: string;
  readonly creator_display_name: string;
}

/** The server's notices in a chat, in the transaction of the change that they report. [CH25] */
export interface ChatNotices extends JoinNotices, OwnershipNotices {
  /** Says nothing where no person started the item: the server goes on by itself. */
  itemChanged(tx: Tx, roomId: string, change: ItemChange): Promise<void>;
  /** A poll was opened, or has ended. What it asks is told by the polls alone, which forget what is deleted. */
  poll(tx: Tx, roomId: string, what: 'opened' | 'ended', poll: OpenedPoll): Promise<void>;
}

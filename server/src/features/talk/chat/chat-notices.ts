import type { Tx } from '../../../store/database.ts';
import type { JoinNotices } from '../../rooms/members/members.port.ts';
import type { ItemChange } from '../../watching/history/history.port.ts';

/** The server's notices in a chat, in the transaction of the change that they report. [CH25] */
export interface ChatNotices extends JoinNotices {
  /** Says nothing where no person started the item: the server goes on by itself. */
  itemChanged(tx: Tx, roomId: string, change: ItemChange): Promise<void>;
}

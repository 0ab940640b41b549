import type { Tx } from '../../../store/database.ts';
import type { JoinNotices } from '../../rooms/members/members.port.ts';
import type { ItemChange } from '../../watching/history/history.port.ts';

/** What the server says in a chat, in the transaction of what it says. [CH25] */
export interface ChatNotices extends JoinNotices {
  /** Says nothing where nobody started an item: the server goes on by itself. */
  itemChanged(tx: Tx, roomId: string, change: ItemChange): Promise<void>;
}
